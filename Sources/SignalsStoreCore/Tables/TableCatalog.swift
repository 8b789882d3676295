/// The entities that a store of tables keeps, each with its table, and what their relationships ask for.
package struct TableCatalog: Sendable {
    package let rules: ReferentialRules
    private let schemas: [String: EntitySchema]
    private let tables: [String: StoreTable]

    package init(_ entities: [EntitySchema]) {
        rules = ReferentialRules(entities)
        schemas = Dictionary(uniqueKeysWithValues: entities.map { ($0.name, $0) })
        tables = Dictionary(uniqueKeysWithValues: StoreTable.all(entities).map { ($0.name, $0) })
    }

    /// The tables with the rows of an entity and of its subentities, as far as the store keeps them, each with the entity
    /// whose rows it has.
    func family(of entity: EntitySchema) -> [(member: EntitySchema, table: StoreTable)] {
        ([entity.name] + entity.subentities).compactMap { name in
            guard let member = schemas[name], let table = tables[name] else { return nil }
            return (member, table)
        }
    }

    package func table(_ entity: EntitySchema) -> StoreTable { tables[entity.name] ?? StoreTable(entity) }

    package func table(_ links: JoinTable) -> StoreTable { tables[links.name] ?? StoreTable(links) }
}
