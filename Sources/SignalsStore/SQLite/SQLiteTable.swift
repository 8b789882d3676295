/// The statements that write one entity's rows, put together once.
final class SQLiteTable: Sendable {
    let insert: String
    /// Inserts `rowsAtOnce` rows, for two thirds of what it costs to insert them one by one. Where one cannot be
    /// inserted, those before it stay: SQLite could take them back only if it copied each page that it changes.
    let insertSeveral: String
    let rowsAtOnce: Int
    /// Inserts the rows of `savesAtOnce` saves of one row each, in the same way.
    let insertOfSaves: String
    let savesAtOnce: Int
    let delete: String
    let select: String
    private let name: String
    private let assignments: [String]

    init(_ entity: EntitySchema) {
        let dialect = SQLiteDialect()
        let number = QueryGenerator.numberColumn
        let version = QueryGenerator.versionColumn
        let attributes = entity.attributes.map { dialect.quoted($0.name) }
        name = dialect.quoted(entity.name)
        assignments = attributes.map { "\($0) = ?, " }
        let columns = ([number, version] + attributes).joined(separator: ", ")
        let row = "(\([String](repeating: "?", count: attributes.count + 2).joined(separator: ", ")))"
        // Any SQLite takes 999 placeholders; beyond 32 rows there is nothing more to gain.
        rowsAtOnce = max(1, min(32, 999 / (attributes.count + 2)))
        let target = "INTO \(name) (\(columns)) VALUES "
        let several = { (count: Int) in
            "INSERT OR FAIL " + target + [String](repeating: row, count: count).joined(separator: ", ")
        }
        insert = "INSERT \(target)\(row)"
        insertSeveral = several(rowsAtOnce)
        savesAtOnce = min(8, rowsAtOnce)
        insertOfSaves = several(savesAtOnce)
        delete = "DELETE FROM \(name) WHERE \(number) = ? AND \(version) = ?"
        select = "SELECT \(([version] + attributes).joined(separator: ", ")) FROM \(name) WHERE \(number) = ?"
    }

    /// Assigns some attributes and the version, where the row has a number and a version.
    func update(_ indexes: some Sequence<Int>) -> String {
        let number = QueryGenerator.numberColumn
        let version = QueryGenerator.versionColumn
        return "UPDATE \(name) SET \(indexes.map { assignments[$0] }.joined())\(version) = ? "
            + "WHERE \(number) = ? AND \(version) = ?"
    }
}
