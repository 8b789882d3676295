/// A query of a store for rows of one entity.
package struct Query: Sendable {
    package var entity: EntitySchema
    package var condition: QueryExpression?
    package var order: [QueryOrder] = []
    package var limit: Int?
    package var offset = 0

    /// True if the result, or its order, depends on other rows than those that are found.
    package var looksAtOtherRows: Bool {
        condition?.looksAtOtherRows == true || order.contains { !$0.path.isEmpty }
    }

    /// The entities of these other rows.
    package var otherEntities: [EntitySchema] {
        (condition?.otherEntities ?? []) + order.flatMap { $0.path.map(\.target) }
    }

    package init(entity: EntitySchema) { self.entity = entity }
}
