/// What a store is asked for: rows of one entity.
package struct Query: Sendable {
    package let entity: EntitySchema
    package var condition: QueryExpression?
    package var order: [QueryOrder] = []
    package var limit: Int?
    package var offset = 0

    package init(entity: EntitySchema) { self.entity = entity }
}

/// One attribute that rows are ordered by.
package struct QueryOrder: Sendable {
    package let attribute: Int
    package let isAscending: Bool
    package let textOrder: TextOrder
}
