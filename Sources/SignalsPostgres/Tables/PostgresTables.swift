import SignalsStoreCore

/// The tables of a store in a schema of a database.
struct PostgresTables: Sendable {
    let schema: String
    let catalog: TableCatalog
    let entities: [EntitySchema]
    private let tables: [String: PostgresTable]

    init(_ entities: [EntitySchema], in schema: String) {
        self.schema = schema
        self.entities = entities
        catalog = TableCatalog(entities)
        let sets = Dictionary(uniqueKeysWithValues: entities.map { ($0.name, $0.uniqueColumns) })
        tables = Dictionary(
            uniqueKeysWithValues: StoreTable.all(entities).map { table in
                (table.name, PostgresTable(table, in: schema, uniqueSets: sets[table.name] ?? []))
            })
    }

    subscript(table: StoreTable) -> PostgresTable { tables[table.name] ?? PostgresTable(table, in: schema) }

    /// The table with the rows of an entity; nil for one that the store does not keep.
    subscript(entity name: String) -> PostgresTable? { tables[name] }

    /// The table with one row: the store's name, its model, and the count of its commits, which is the writers' lock.
    var store: String { name("signals_store") }
    /// The table with one row that counts the numbers of objects.
    var numbers: String { name("signals_numbers") }
    /// The table of commits.
    var history: String { name("signals_history") }
    /// The channel on which commits are told.
    var channel: String { PostgresName.identifier("signals_\(schema)") }

    private func name(_ table: String) -> String { PostgresName.quoted(schema) + ".\"" + table + "\"" }
}
