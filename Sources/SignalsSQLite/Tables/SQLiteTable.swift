import SignalsSQL
import SignalsStoreCore

/// The statements that write one entity's rows, put together once.
final class SQLiteTable: Sendable {
    let insert: String
    /// Inserts a row with what it keeps of its texts, as the last value.
    let insertKeeping: String
    /// Inserts `rowsAtOnce` rows, for two thirds of what it costs to insert them one by one. Where one cannot be
    /// inserted, those before it stay: SQLite could take them back only if it copied each page that it changes.
    let insertSeveral: String
    let rowsAtOnce: Int
    /// Inserts the rows of `savesAtOnce` saves of one row each, in the same way.
    let insertOfSaves: String
    let savesAtOnce: Int
    let delete: String
    /// The statements that delete so many rows of one version, that of most first. Where the numbers ascend, that costs two
    /// thirds of deleting each by itself. A number may be given twice.
    let deletesOfMany: [(count: Int, text: String)]
    let select: String
    /// The columns of texts.
    let texts: [Int]
    private let name: String
    private let columnNames: [String]
    private let assignments: [String]
    /// By column, what says in an update that its text is another one.
    private let keptTerms: [String]

    init(_ entity: EntitySchema) {
        let dialect = SQLiteDialect()
        let number = QueryGenerator.numberColumn
        let version = QueryGenerator.versionColumn
        let attributes = entity.attributes.map { dialect.quoted($0.name) }
        name = dialect.quoted(entity.name)
        columnNames = entity.attributes.map(\.name)
        texts = entity.attributes.indices.filter { entity.attributes[$0].type == .string }
        assignments = attributes.map { "\($0) = ?" }
        keptTerms = columnNames.map { dialect.keptTerm($0, "?") }
        let columns = ([number, version] + attributes).joined(separator: ", ")
        let row = "(\([String](repeating: "?", count: attributes.count + 2).joined(separator: ", ")))"
        // Any SQLite takes 999 placeholders; beyond 32 rows there is nothing more to gain.
        rowsAtOnce = max(1, min(32, 999 / (attributes.count + 2)))
        let target = "INTO \(name) (\(columns)) VALUES "
        let several = { (count: Int) in
            "INSERT OR FAIL " + target + [String](repeating: row, count: count).joined(separator: ", ")
        }
        insert = "INSERT \(target)\(row)"
        insertKeeping = "INSERT INTO \(name) (\(columns), \(KeptTexts.column)) VALUES \(row.dropLast()), ?)"
        insertSeveral = several(rowsAtOnce)
        savesAtOnce = min(8, rowsAtOnce)
        insertOfSaves = several(savesAtOnce)
        delete = "DELETE FROM \(name) WHERE \(number) = ? AND \(version) = ?"
        let removal = "DELETE FROM \(name) WHERE \(version) = ? AND \(number) IN "
        deletesOfMany = [500, 40].map { count in
            (count, removal + "(\([String](repeating: "?", count: count).joined(separator: ", ")))")
        }
        select =
            "SELECT \(([version] + dialect.columns(of: entity)).joined(separator: ", ")) FROM \(name) WHERE \(number) = ?"
    }

    /// Assigns some attributes, what the row keeps of its texts where one is among them, and the version, where the row
    /// has a number and a version.
    func update(_ indexes: some Sequence<Int>) -> String {
        let number = QueryGenerator.numberColumn
        let version = QueryGenerator.versionColumn
        let list = assigning(indexes)
        return
            "UPDATE \(name) SET \(list.isEmpty ? "" : list + ", ")\(version) = ? WHERE \(number) = ? AND \(version) = ?"
    }

    /// The part of it that `values(of:)` gives values to.
    func assigning(_ indexes: some Sequence<Int>) -> String {
        let texts = indexes.filter(texts.contains)
        let kept = texts.isEmpty ? [] : ["\(KeptTexts.column) = \(keeping(texts))"]
        return (indexes.map { assignments[$0] } + kept).joined(separator: ", ")
    }

    // First what a row that keeps no texts keeps then, and after it the texts as they are given, for one that does.
    private func keeping(_ texts: [Int]) -> String {
        let kept = SQLiteDialect().kept(KeptTexts.column, terms: texts.map { keptTerms[$0] })
        return "CASE WHEN \(KeptTexts.column) IS NULL THEN ? ELSE \(kept) END"
    }

    /// The values that are bound for `assigning`.
    func values(of edits: [ChangeSet.Edit]) -> [StoredValue] {
        var values: [StoredValue] = []
        var given: [StoredValue] = []
        var kept = KeptTexts()
        for edit in edits {
            let isText = texts.contains(edit.index)
            values.append(isText ? kept.keep(edit.value, of: columnNames[edit.index]) : edit.value)
            if isText { given.append(edit.value) }
        }
        return given.isEmpty ? values : values + [kept.storedValue] + given
    }

    /// A row as it is inserted: its values, with what it keeps of its texts.
    func keeping(_ values: [StoredValue]) -> (values: [StoredValue], kept: StoredValue) {
        var kept = KeptTexts()
        var values = values
        for column in texts { values[column] = kept.keep(values[column], of: columnNames[column]) }
        return (values, kept.storedValue)
    }
}
