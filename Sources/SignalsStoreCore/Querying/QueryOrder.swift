import Foundation

/// One value that rows are ordered by.
package struct QueryOrder: Sendable {
    /// A value of a row.
    package enum SortKey: Sendable {
        case attribute(Int)
        case relevance(ColumnSearch)
    }

    /// The relationships to one that refer to the object with the value; none for the fetched object itself.
    package var path: [Step] = []
    package let key: SortKey
    package let isAscending: Bool
    package let textOrder: TextOrder

    package init(path: [Step] = [], attribute: Int, isAscending: Bool, textOrder: TextOrder) {
        self.path = path
        key = .attribute(attribute)
        self.isAscending = isAscending
        self.textOrder = textOrder
    }

    /// The best fit first.
    package init(relevance search: ColumnSearch) {
        key = .relevance(search)
        isAscending = false
        textOrder = .swift
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
    /// The attribute that rows are ordered by; nil where it is something else.
    package var attribute: Int? {
        if case .attribute(let index) = key { index } else { nil }
    }

    /// The columns whose values decide, of the row at the end of the path.
    package var columns: [Int] {
        switch key {
        case .attribute(let index): [index]
        case .relevance(let search): search.columns
        }
    }

    /// The type of the values.
    ///
    /// - Parameter entity: the fetched one.
    package func type(in entity: EntitySchema) -> AttributeType {
        switch key {
        case .attribute(let index): (path.last?.target ?? entity).attributes[index].type
        case .relevance: .double
        }
    }

    /// The value of the row at the end of the path.
    ///
    /// - Parameter column: the value of a column of that row.
    package func value(_ column: (Int) throws -> StoredValue) rethrows -> StoredValue {
        switch key {
        case .attribute(let index): try column(index)
        case .relevance(let search): try search.relevance(column)
        }
    }

    /// Returns how two of the values, which have a type, come one after the other.
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
