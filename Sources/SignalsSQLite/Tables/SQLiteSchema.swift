import Foundation
import SignalsSQL
import SignalsStoreCore

/// The statements that make the tables of entities.
struct SQLiteSchema {
    private let dialect = SQLiteDialect()

    /// A table has the number, the version, and a column for each attribute. `STRICT` and `ANY` keep a value exactly as
    /// it was bound: any other column type would turn -0.0 into 0, and could not hold what stands for NaN.
    func createTable(_ entity: EntitySchema) -> String {
        let columns = entity.attributes.map { attribute in
            "\(dialect.quoted(attribute.name)) \(columnType(attribute.type))\(attribute.isOptional ? "" : " NOT NULL")"
        }
        let own = [
            "\(QueryGenerator.numberColumn) INTEGER PRIMARY KEY NOT NULL",
            "\(QueryGenerator.versionColumn) INTEGER NOT NULL",
        ]
        let exact = entity.keepsTexts ? [Self.exactColumn] : []
        return "CREATE TABLE \(dialect.quoted(entity.name)) (\((own + columns + exact).joined(separator: ", "))) STRICT"
    }

    /// The column for texts that are not in normal form. It comes last, where `ALTER TABLE` puts it.
    static let exactColumn = "\(KeptTexts.column) TEXT"

    // No index uses a collation or a function of the package, so that every program with SQLite can use the file.
    func createIndexes(_ entity: EntitySchema) -> [String] {
        // With a point where a name has an underscore already: no name of another index can be the same.
        let prefix = "signals_\(entity.name)\(entity.name.contains("_") ? "." : "_")"
        let taken = Set(entity.attributes.filter(\.isIndexed).map { prefix + $0.name })
        let sets = entity.uniqueColumns.map { set in
            let attributes = set.map { entity.attributes[$0] }
            let plain = "\(prefix)\(attributes.map(\.name).joined(separator: "_"))_unique"
            let isClear = !taken.contains(plain) && !(set.count > 1 && attributes.contains { $0.name.contains("_") })
            let name = dialect.quoted(
                isClear ? plain : "\(prefix)\(attributes.map(\.name).joined(separator: "."))_unique")
            let columns = attributes.map { dialect.quoted($0.name) }
            return "CREATE UNIQUE INDEX \(name) ON \(dialect.quoted(entity.name)) (\(columns.joined(separator: ", ")))"
        }
        return sets
            + entity.attributes.filter(\.isIndexed).map { attribute in
                let name = dialect.quoted(prefix + attribute.name)
                // The last of a list is found in it.
                let position = EntitySchema.positionPrefix + attribute.name
                let hasPosition = attribute.type == .reference && entity.column(position) != nil
                let column = ([attribute.name] + (hasPosition ? [position] : [])).map(dialect.quoted).joined(
                    separator: ", ")
                let kind = attribute.isUnique ? "UNIQUE INDEX" : "INDEX"
                return "CREATE \(kind) \(name) ON \(dialect.quoted(entity.name)) (\(column))"
            }
            + entity.indexes.map { index in
                let terms = index.terms.map { dialect.quoted($0.column) + ($0.isDescending ? " DESC" : "") }
                let rows = index.condition(dialect.quoted, dialect.boolean).map { " WHERE " + $0 } ?? ""
                return "CREATE INDEX \(dialect.quoted(prefix + index.suffix)) ON \(dialect.quoted(entity.name)) "
                    + "(\(terms.joined(separator: ", ")))\(rows)"
            }
    }

    /// The join tables of a model, each once.
    static func joinTables(of entities: [EntitySchema]) -> [JoinTable] {
        var names: Set<String> = []
        return entities.flatMap(\.relationships).compactMap(\.links).filter { names.insert($0.name).inserted }
    }

    /// The statements that make a join table, with an index for the way back, and one for the order.
    func createJoinTable(_ table: JoinTable) -> [String] {
        let (source, target) = (JoinTable.sourceColumn, JoinTable.targetColumn)
        let order = """
            CREATE INDEX IF NOT EXISTS \(dialect.quoted(table.name + "_order")) \
            ON \(dialect.quoted(table.name)) (\(source), \(JoinTable.positionColumn))
            """
        let statements = [
            """
            CREATE TABLE IF NOT EXISTS \(dialect.quoted(table.name)) (\(source) INTEGER NOT NULL, \(target) INTEGER NOT NULL, \
            \(JoinTable.positionColumn) REAL, PRIMARY KEY (\(source), \(target))) STRICT, WITHOUT ROWID
            """,
            """
            CREATE INDEX IF NOT EXISTS \(dialect.quoted(table.name + "_back")) \
            ON \(dialect.quoted(table.name)) (\(target), \(source))
            """,
        ]
        return table.isOrdered ? statements + [order] : statements
    }

    private func columnType(_ type: AttributeType) -> String {
        switch type {
        case .boolean, .integer8, .integer16, .integer32, .integer64, .unsigned8, .unsigned16, .unsigned32, .reference:
            "INTEGER"
        case .unsigned64, .float, .double, .date: "ANY"
        case .string, .url, .decimal, .codable: "TEXT"
        case .data, .uuid: "BLOB"
        }
    }
}
