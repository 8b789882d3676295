/// The plan by which a store finds the objects of a request. SQLite's `EXPLAIN QUERY PLAN` or PostgreSQL's `EXPLAIN`,
/// with the statement that it is about.
///
/// ```swift
/// print(try request.explain(in: context)[0])
/// // SELECT … FROM "Person" AS t0 WHERE (t0."name" = ?1) ORDER BY t0."signals_id"
/// // ?1: text
/// // SEARCH t0 USING INDEX signals_Person_name (name=?)
/// ```
public struct FetchPlan: Sendable {
    /// One step of the plan.
    public struct Step: Sendable, Equatable {
        /// The step, in the store's own words.
        public let description: String
        /// The number of steps that this one is a part of: 0 for a step of the statement, 1 for one of a subquery in
        /// it, and so on.
        public let depth: Int
        /// True if the step looks at each row of a table, by an index's order or not; else it looks some rows up.
        public let isScan: Bool

        package init(description: String, depth: Int, isScan: Bool) {
            self.description = description
            self.depth = depth
            self.isScan = isScan
        }
    }

    /// The statement, with a numbered placeholder for each value.
    public let statement: String
    /// The types of the values that are bound to the statement, in the order of their placeholders, by the store's names.
    /// SQLite's are "integer", "real", "text", "blob", "null", and "set" for one of more than 10,000 values; a server's
    /// are names such as "bigint" and "text[]".
    public let valueTypes: [String]
    /// The steps, in the store's order.
    public let steps: [Step]

    private let placeholderSign: Character

    package init(statement: String, valueTypes: [String], steps: [Step], placeholderSign: Character = "?") {
        self.statement = statement
        self.valueTypes = valueTypes
        self.steps = steps
        self.placeholderSign = placeholderSign
    }

    /// True if it looks at each row of some table.
    public var scansTable: Bool { steps.contains(where: \.isScan) }
}

extension FetchPlan: CustomStringConvertible {
    /// The statement, a line for each value, and the steps, each indented by its depth.
    public var description: String {
        let values = valueTypes.enumerated().map { "\(placeholderSign)\($0 + 1): \($1)" }
        let steps = steps.map { String(repeating: "  ", count: $0.depth) + $0.description }
        return ([statement] + values + steps).joined(separator: "\n")
    }
}
