import Foundation
import SignalsStoreCore

extension ConnectionRows {
    /// Returns how the server would run a statement.
    ///
    /// - Parameter isAnswer: whether its rows are what is asked for; else the program looks at each of them.
    func explain(_ statement: Statement, isAnswer: Bool) throws -> FetchPlan {
        let answer = try run(Statement("EXPLAIN (FORMAT JSON) " + statement.text, statement.parameters))
        guard let json = answer.text(0, 0),
            let plans = try? JSONDecoder().decode([Explanation].self, from: Data(json.utf8))
        else { throw FetchError.store(reason: "the server explained the query in a form that is not known") }
        var steps = plans.flatMap { $0.plan.steps(depth: 0) }
        if !isAnswer {
            steps.append(FetchPlan.Step(description: "Look at each row in the program", depth: 0, isScan: false))
        }
        return FetchPlan(
            statement: statement.text, valueTypes: statement.parameters.types.map(PostgresType.name),
            steps: steps, placeholderSign: "$")
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
        let plans: [Node]?

        private enum CodingKeys: String, CodingKey {
            case type = "Node Type"
            case table = "Relation Name"
            case index = "Index Name"
            case condition = "Index Cond"
            case recheck = "Recheck Cond"
            case filter = "Filter"
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

        // An index without a condition is gone through from its beginning to its end.
        private var isScan: Bool { table != nil && condition == nil && recheck == nil && type.hasSuffix("Scan") }
    }
}
