import Foundation
import SignalsStoreCore

extension ConnectionRows {
    /// Returns the server's plan for a statement.
    ///
    /// - Parameter isAnswer: true if its rows are the answer; else the program judges each of them.
    func explain(_ statement: Statement, isAnswer: Bool) throws -> FetchPlan {
        var steps = try nodes(of: statement).flatMap { $0.steps(depth: 0) }
        if !isAnswer {
            steps.append(FetchPlan.Step(description: "Look at each row in the program", depth: 0, isScan: false))
        }
        return FetchPlan(
            statement: statement.text, valueTypes: statement.parameters.types.map(PostgresType.name),
            steps: steps, placeholderSign: "$")
    }

    /// The number of rows that the scans in a statement's plan look at. The statement is run once more if there are any.
    func scannedRowCount(_ statement: Statement) throws -> Int {
        guard try nodes(of: statement).contains(where: \.hasScan) else { return 0 }
        return try nodes(of: statement, "ANALYZE, TIMING OFF").reduce(0) { $0 + $1.scannedRowCount }
    }

    private func nodes(of statement: Statement, _ option: String = "COSTS ON") throws -> [Explanation.Node] {
        let explaining = Statement("EXPLAIN (\(option), FORMAT JSON) " + statement.text, statement.parameters)
        guard let json = try connection.run(explaining, deadline).text(0, 0),
            let plans = try? JSONDecoder().decode([Explanation].self, from: Data(json.utf8))
        else { throw FetchError.store(reason: "the server explained the query in a form that is not known") }
        return plans.map(\.plan)
    }
}

/// The part of the server's plan that is shown.
private struct Explanation: Decodable {
    let plan: Node

    private enum CodingKeys: String, CodingKey { case plan = "Plan" }

    struct Node: Decodable {
        let type: String
        let table: String?
        let index: String?
        let condition: String?
        let recheck: String?
        let filter: String?
        /// On average of the times that the step was run, and how many times that was; nil where it was not.
        let rows: Double?
        let runs: Double?
        let filtered: Double?
        let plans: [Node]?

        private enum CodingKeys: String, CodingKey {
            case type = "Node Type"
            case table = "Relation Name"
            case index = "Index Name"
            case condition = "Index Cond"
            case recheck = "Recheck Cond"
            case filter = "Filter"
            case rows = "Actual Rows"
            case runs = "Actual Loops"
            case filtered = "Rows Removed by Filter"
            case plans = "Plans"
        }

        /// The step and those that it is made of.
        func steps(depth: Int) -> [FetchPlan.Step] {
            let details = [
                index.map { "using \($0)" }, table.map { "on \($0)" }, condition.map { "(\($0))" },
                filter.map { "filter \($0)" },
            ]
            let description = ([type] + details.compactMap { $0 }).joined(separator: " ")
            return [FetchPlan.Step(description: description, depth: depth, isScan: isScan)]
                + (plans ?? []).flatMap { $0.steps(depth: depth + 1) }
        }

        var hasScan: Bool { isScan || (plans ?? []).contains(where: \.hasScan) }

        /// The number of rows that the scans looked at.
        var scannedRowCount: Int {
            let own = isScan ? Int(((rows ?? 0) + (filtered ?? 0)) * (runs ?? 0)) : 0
            return (plans ?? []).reduce(own) { $0 + $1.scannedRowCount }
        }

        // An index without a condition is gone through from its beginning to its end.
        private var isScan: Bool { table != nil && condition == nil && recheck == nil && type.hasSuffix("Scan") }
    }
}
