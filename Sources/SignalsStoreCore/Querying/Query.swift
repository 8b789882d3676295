import Foundation

/// A query of a store for rows of one entity.
package struct Query: Sendable {
    package var entity: EntitySchema
    package var condition: QueryExpression?
    package var order: [QueryOrder] = []
    package var limit: Int?
    package var offset = 0

    /// True if other rows than those that are found have a say in which, or in their order.
    package var looksAtOtherRows: Bool {
        condition?.looksAtOtherRows == true || order.contains { !$0.path.isEmpty }
    }

    package init(entity: EntitySchema) { self.entity = entity }
}

/// One attribute that rows are ordered by.
package struct QueryOrder: Sendable {
    /// The relationships to one that lead to the object with the attribute; none for the fetched object itself.
    package var path: [Step] = []
    package let attribute: Int
    package let isAscending: Bool
    package let textOrder: TextOrder

    package init(path: [Step] = [], attribute: Int, isAscending: Bool, textOrder: TextOrder) {
        self.path = path
        self.attribute = attribute
        self.isAscending = isAscending
        self.textOrder = textOrder
    }

    /// A relationship to one: the column that refers, and the entity that it refers to.
    package struct Step: Sendable {
        package let column: Int
        package let target: EntitySchema

        package init(column: Int, target: EntitySchema) {
            self.column = column
            self.target = target
        }
    }
}

extension QueryOrder {
    /// Returns how two values of the attribute, which has a type, come one after the other.
    package func compare(_ left: StoredValue, _ right: StoredValue, _ type: AttributeType) -> ComparisonResult {
        if case (.text(let left), .text(let right)) = (left, right), type == .string,
            let order = textOrder.compare(left, right)
        {
            return order
        }
        let left = ComparedValue(left, as: type)
        let right = ComparedValue(right, as: type)
        return left < right ? .orderedAscending : right < left ? .orderedDescending : .orderedSame
    }
}
