import Foundation
import SignalsStoreCore

/// A connection to a schema, for statements that read or create whole tables. Each has a deadline of its own, since tables
/// may be large.
struct SchemaConnection {
    /// In seconds.
    private static let timeout = 600.0

    let connection: PostgresConnection
    let schema: String

    private var deadline: Deadline { Deadline(after: Self.timeout) }

    /// - Throws: `PostgresFailure`.
    @discardableResult
    func run(_ statements: Statement...) throws(PostgresFailure) -> PostgresResult {
        let results = try connection.run(statements, deadline)
        return results[results.count - 1]
    }

    /// Runs statements that have no rows.
    ///
    /// - Throws: `PostgresFailure`.
    func execute(_ script: [String]) throws(PostgresFailure) { try connection.run(script: script, deadline) }

    /// Prepares statements again, after tables were renamed: the same statement has other columns now.
    ///
    /// - Throws: `PostgresFailure`.
    func forgetTables() throws(PostgresFailure) { try connection.deallocateStatements(deadline) }

    /// Returns the first value of a statement's result, a count.
    ///
    /// - Throws: `PostgresFailure`.
    func count(_ text: String) throws(PostgresFailure) -> Int { Int(try run(Statement(text)).integer(0, 0) ?? 0) }

    func table(_ table: StoreTable) -> PostgresTable { PostgresTable(table, in: schema) }
    func table(_ entity: EntitySchema) -> PostgresTable { table(StoreTable(entity)) }
    func table(_ links: JoinTable) -> PostgresTable { table(StoreTable(links)) }

    /// Returns the name of the table of an entity, which the new model need not have.
    func name(_ entityName: String) -> String { table(StoreTable(name: entityName, columns: [])).name }

    /// The table that an entity's new rows are put in, until it takes the old one's place.
    func newTable(_ entity: EntitySchema) -> PostgresTable {
        let table = StoreTable(entity)
        return self.table(StoreTable(name: MigrationPlan.newTablePrefix + table.name, columns: table.columns))
    }

    /// Reads the rows of a table, by their numbers, some at a time.
    ///
    /// - Throws: `PostgresFailure`, or what `body` throws.
    func forEachPage(of table: PostgresTable, _ body: ([StoredRow]) throws -> Void) throws {
        try forEachAnswer(of: table) { try body(try table.rows($0)) }
    }

    /// Does the same with the results as the server sends them, in the order of all columns.
    ///
    /// - Throws: `PostgresFailure`, or what `body` throws.
    func forEachAnswer(of table: PostgresTable, _ body: (PostgresResult) throws -> Void) throws {
        var last = Int64.min
        while true {
            var parameters = Parameters()
            let condition = "signals_id > \(parameters.add(last)) ORDER BY signals_id LIMIT 2000"
            let answer = try run(
                Statement("SELECT \(table.columnList) FROM \(table.name) WHERE \(condition)", parameters))
            guard answer.count > 0, let number = answer.integer(answer.count - 1, 0) else { return }
            try body(answer)
            last = number
        }
    }

    /// Returns the pairs of a table of which a column refers to a row of none of the entities, sorted.
    ///
    /// - Parameters:
    ///   - table: the table's name, with its schema's.
    ///   - source: the column of the pairs' first numbers.
    ///   - target: that of the second ones.
    ///   - column: which of the two is looked at.
    ///   - entityNames: the entities whose rows it may refer to.
    /// - Throws: `PostgresFailure`.
    func strayPairs(
        _ table: String, _ source: String, _ target: String, missing column: String, of entityNames: [String]
    ) throws(PostgresFailure) -> [(source: Int64, target: Int64)] {
        let found = try run(
            Statement(
                "SELECT t.\(source), t.\(target) FROM \(table) AS t WHERE \(isNone(of: entityNames, "t.\(column)")) "
                    + "ORDER BY 1, 2"))
        return (0..<found.count).map { (found.integer($0, 0) ?? 0, found.integer($0, 1) ?? 0) }
    }

    /// Returns the condition that a column refers to an object of none of these entities.
    func isNone(of entityNames: [String], _ column: String) -> String {
        let terms = entityNames.map { "NOT EXISTS (SELECT 1 FROM \(name($0)) AS o WHERE o.signals_id = \(column))" }
        return (["\(column) IS NOT NULL"] + terms).joined(separator: " AND ")
    }

    /// - Throws: `PostgresFailure`.
    func row(_ number: Int64, of table: PostgresTable) throws(PostgresFailure) -> StoredRow? {
        var parameters = Parameters()
        let condition = "signals_id = \(parameters.add(number))"
        return try table.rows(
            run(Statement("SELECT \(table.columnList) FROM \(table.name) WHERE \(condition)", parameters))
        ).first
    }

    /// Removes the indexes of a table: their names are those of what it was.
    ///
    /// - Throws: `PostgresFailure`.
    func dropIndexes(of table: PostgresTable) throws(PostgresFailure) {
        var parameters = Parameters()
        let found = try run(
            Statement(
                "SELECT pg_catalog.format('DROP INDEX %s', indexrelid::regclass) FROM pg_catalog.pg_index "
                    + "WHERE indrelid = \(parameters.add(table.name))::regclass AND NOT indisprimary", parameters))
        try execute((0..<found.count).compactMap { found.text($0, 0) })
    }
}
