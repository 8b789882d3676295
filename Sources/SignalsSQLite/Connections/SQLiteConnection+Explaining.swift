import SignalsSQL
import SignalsStoreCore

extension SQLiteConnection {
    // A look into an index of words is called a scan too.
    private func isScan(_ step: String) -> Bool { step.hasPrefix("SCAN ") && !step.contains(" VIRTUAL TABLE INDEX ") }

    /// Returns how SQLite would run a query.
    package func explain(_ query: Query, _ dialect: SQLiteDialect) throws -> FetchPlan {
        let sql = QueryGenerator.select(query, dialect)
        var depths: [Int64: Int] = [:]
        // The step's number, that of the step that it is a part of, and what it does.
        let steps = try rows("EXPLAIN QUERY PLAN " + sql.text, [], columns: 4).map { row in
            guard case .integer(let number) = row[0], case .integer(let outer) = row[1], case .text(let text) = row[3]
            else { throw FetchError.store(reason: "SQLite explained the query in a form that is not known") }
            let depth = depths[outer].map { $0 + 1 } ?? 0
            depths[number] = depth
            return FetchPlan.Step(description: text, depth: depth, isScan: isScan(text))
        }
        let types = sql.bindings.enumerated().map { sql.sets[$0 + 1] == nil ? $1.typeName : "set" }
        return FetchPlan(statement: sql.text, valueTypes: types, steps: steps)
    }
}

extension StoredValue {
    /// SQLite's name of the value's type.
    fileprivate var typeName: String {
        switch self {
        case .null: "null"
        case .integer: "integer"
        case .real: "real"
        case .text: "text"
        case .blob: "blob"
        }
    }
}
