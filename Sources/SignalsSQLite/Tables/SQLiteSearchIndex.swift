import SignalsSQL
import SignalsStoreCore

/// The statements that make an entity's index of words, in SQLite's FTS5.
///
/// It uses the texts of the table, and triggers update it, so that other programs' writes are found too. It uses
/// nothing of the package.
struct SQLiteSearchIndex {
    private let dialect = SQLiteDialect()
    private let table: String
    private let index: String
    private let columns: [String]
    private let entity: EntitySchema

    init(_ entity: EntitySchema) {
        self.entity = entity
        table = dialect.quoted(entity.name)
        index = dialect.quoted(SQLiteDialect.searchIndex(of: entity.name))
        columns = entity.searchable.map(dialect.quoted)
    }

    /// The statements that create the index, and fill it with the words of the existing rows; none for an entity
    /// without searchable columns.
    var creation: [String] {
        if columns.isEmpty { return [] }
        let number = QueryGenerator.numberColumn
        let settings = [
            "content = \(dialect.literal(entity.name))", "content_rowid = \(dialect.literal(number))",
            "tokenize = \(dialect.literal(SearchWords.tokenizer))",
        ]
        return [
            "CREATE VIRTUAL TABLE \(index) USING fts5(\((columns + settings).joined(separator: ", ")))",
            trigger("insert", "INSERT", [insertion]),
            trigger("delete", "DELETE", [deletion]),
            trigger("update", "UPDATE OF \(columns.joined(separator: ", "))", [deletion, insertion]),
            "INSERT INTO \(index) (\(index)) VALUES ('rebuild')",
        ]
    }

    /// The statements that drop the index if it exists. The triggers of a dropped table are gone with it.
    var removal: [String] {
        ["insert", "delete", "update"].map { "DROP TRIGGER IF EXISTS \(triggerName($0))" }
            + ["DROP TABLE IF EXISTS \(index)"]
    }

    private func trigger(_ name: String, _ event: String, _ statements: [String]) -> String {
        "CREATE TRIGGER \(triggerName(name)) AFTER \(event) ON \(table) "
            + "BEGIN \(statements.map { $0 + ";" }.joined(separator: " ")) END"
    }

    private func triggerName(_ name: String) -> String {
        dialect.quoted("\(SQLiteDialect.searchIndex(of: entity.name)).\(name)")
    }

    private var insertion: String {
        "INSERT INTO \(index) (rowid, \(columns.joined(separator: ", "))) VALUES (\(values(of: "new")))"
    }

    // The deletion from an index without texts of its own needs the former words.
    private var deletion: String {
        "INSERT INTO \(index) (\(index), rowid, \(columns.joined(separator: ", "))) "
            + "VALUES ('delete', \(values(of: "old")))"
    }

    private func values(of row: String) -> String {
        ([QueryGenerator.numberColumn] + columns).map { "\(row).\($0)" }.joined(separator: ", ")
    }
}
