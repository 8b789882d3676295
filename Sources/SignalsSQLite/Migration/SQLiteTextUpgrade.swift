import SignalsSQL
import SignalsStoreCore

/// Brings the texts of a file of the first format into normal form, and its indexes to the order of bytes, inside a
/// transaction that is open.
struct SQLiteTextUpgrade {
    let connection: SQLiteConnection
    /// The entities that the file keeps.
    let entities: [EntitySchema]
    private let dialect = SQLiteDialect()

    init(_ connection: SQLiteConnection, _ entities: [EntitySchema]) {
        self.connection = connection
        self.entities = entities
    }

    /// Returns the number of rows that have a text that is not in normal form, of each entity that has such rows. Reads
    /// only.
    func affected() throws -> [(entityName: String, count: Int)] {
        try entities.filter(\.keepsTexts).compactMap { entity in
            let count = try connection.value(
                "SELECT COUNT(*) FROM \(dialect.quoted(entity.name)) WHERE \(test(entity))")
            guard case .integer(let count) = count, count > 0 else { return nil }
            return (entity.name, Int(count))
        }
    }

    func run(_ meter: MigrationMeter) throws {
        let schema = SQLiteSchema()
        for entity in entities {
            let table = dialect.quoted(entity.name)
            meter.report("\(entity.name): texts in normal form")
            try connection.dropIndexes(of: entity.name)
            if entity.keepsTexts {
                try connection.execute("ALTER TABLE \(table) ADD COLUMN \(SQLiteSchema.exactColumn)")
                let texts = texts(of: entity)
                let kept = dialect.kept(nil, texts.map { ($0, dialect.quoted($0)) })
                let values = texts.map { "\(dialect.quoted($0)) = signals_composed(\(dialect.quoted($0)))" }
                let list = (["\(KeptTexts.column) = \(kept)"] + values).joined(separator: ", ")
                try connection.execute("UPDATE \(table) SET \(list) WHERE \(test(entity))")
            }
            for index in schema.createIndexes(entity) { try connection.execute(index) }
        }
    }

    private func texts(of entity: EntitySchema) -> [String] {
        entity.attributes.filter { $0.type == .string }.map(\.name)
    }

    private func test(_ entity: EntitySchema) -> String {
        let kept = dialect.kept(nil, texts(of: entity).map { ($0, dialect.quoted($0)) })
        return "\(kept) IS NOT NULL"
    }
}

extension SQLiteConnection {
    /// Drops the indexes of a table that statements of ours made.
    func dropIndexes(of table: String) throws(SQLiteFailure) {
        let indexes = try rows(
            "SELECT name FROM sqlite_master WHERE type = 'index' AND tbl_name = ? AND sql IS NOT NULL", [.text(table)])
        for case .text(let name) in indexes.compactMap(\.first) {
            try execute("DROP INDEX \(SQLiteDialect().quoted(name))")
        }
    }
}
