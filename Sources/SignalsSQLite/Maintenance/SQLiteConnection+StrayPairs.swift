import SignalsSQL
import SignalsStoreCore

extension SQLiteConnection {
    /// The pairs of a table of which a column refers to no row of any of the entities, sorted.
    ///
    /// - Parameters:
    ///   - table: the table's name.
    ///   - source: the column of the pairs' first numbers, as SQL.
    ///   - target: that of the second ones.
    ///   - column: which of the two is looked at.
    ///   - entityNames: the entities whose rows it may refer to.
    func strayPairs(
        _ table: String, _ source: String, _ target: String, missing column: String, of entityNames: [String]
    ) throws -> [(source: Int64, target: Int64)] {
        let dialect = SQLiteDialect()
        return try pairs(
            "SELECT \(source), \(target) FROM \(dialect.quoted(table)) "
                + "WHERE \(dialect.isNone(of: entityNames, column)) ORDER BY \(source), \(target)")
    }

    func pairs(_ sql: String) throws -> [(source: Int64, target: Int64)] {
        try rows(sql, [], columns: 2).compactMap { row in
            guard case .integer(let source) = row[0], case .integer(let target) = row[1] else { return nil }
            return (source, target)
        }
    }
}
