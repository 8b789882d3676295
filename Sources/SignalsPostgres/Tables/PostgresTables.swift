import SignalsStoreCore

/// The tables of a store in a schema of a database.
struct PostgresTables: Sendable {
    let schema: String
    let catalog: TableCatalog
    let entities: [EntitySchema]
    /// The abilities of the server.
    let abilities: PostgresAbilities
    let largeResults = LargeResults()
    /// The tables, by their names.
    let all: [String: PostgresTable]

    init(_ entities: [EntitySchema], in schema: String, abilities: PostgresAbilities = .all) {
        self.schema = schema
        self.abilities = abilities
        self.entities = entities
        catalog = TableCatalog(entities)
        entityNames = Set(entities.map(\.name))
        let quotedSchema = PostgresName.quoted(schema)
        self.quotedSchema = quotedSchema
        (store, numbers, history) = (
            quotedSchema + ".\"signals_store\"", quotedSchema + ".\"signals_numbers\"",
            quotedSchema + ".\"signals_history\""
        )
        channel = PostgresName.identifier("signals_\(schema)")
        let sets = Dictionary(uniqueKeysWithValues: entities.map { ($0.name, $0.uniqueColumns) })
        all = Dictionary(
            uniqueKeysWithValues: StoreTable.all(entities).map { table in
                (table.name, PostgresTable(table, in: schema, uniqueSets: sets[table.name] ?? []))
            })
    }

    subscript(table: StoreTable) -> PostgresTable { all[table.name] ?? PostgresTable(table, in: schema) }

    /// The table with the rows of an entity; nil for one that the store does not keep.
    subscript(entity name: String) -> PostgresTable? { all[name] }

    /// The table and the numbers of a query that asks for whole rows by their numbers; nil for any other.
    func rowsByNumbers(_ query: Query) -> (table: PostgresTable, numbers: [StoredValue])? {
        // Of members that are included in others, a query asks for some columns.
        guard let numbers = query.onlyNumbers, let table = all[query.entity.name],
            query.entity.attributes.elementsEqual(table.table.columns, by: { $0.name == $1.name })
        else { return nil }
        return (table, numbers)
    }

    let entityNames: Set<String>
    /// Returns the statements that grant a role privileges of the tables.
    func grants(of rights: String) -> String {
        "GRANT USAGE ON SCHEMA \(quotedSchema), and GRANT \(rights) ON ALL TABLES IN SCHEMA \(quotedSchema)"
    }

    // Made once: they stand in each statement.

    /// The schema's name, quoted.
    let quotedSchema: String

    /// The table with one row: the store's name, its model, and the count of its commits, which is the writers' lock.
    let store: String
    /// The table with one row, the next row ID.
    let numbers: String
    /// The table of commits.
    let history: String
    /// The channel on which commits are notified.
    let channel: String
}
