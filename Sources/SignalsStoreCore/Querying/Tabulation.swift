/// A table that is read or computed from the rows that a query finds.
package struct Tabulation: Sendable {
    /// The shape of the table. Columns are named by their index in the entity.
    package enum Shape: Sendable {
        /// A row for each row found, with these columns; where `isDistinct`, each such row once.
        case rows(columns: [Int], isDistinct: Bool)
        /// A row for each combination of values of some columns, in their order: these values, then what is computed
        /// over the rows that have them. Without columns, one row for all, also where none is found.
        case groups(by: [Int], [Aggregation])
    }

    package let query: Query
    package let shape: Shape

    package init(query: Query, shape: Shape) {
        self.query = query
        self.shape = shape
    }

    /// The groups of the same rows with what can be added to further rows of the same groups; nil where that cannot.
    package var partial: Tabulation? {
        guard case .groups(let keys, let aggregations) = shape, query.limit == nil, query.offset == 0 else {
            return nil
        }
        let types = query.entity.attributes.map(\.type)
        guard aggregations.allSatisfy({ $0.canBeContinued(types) }) else { return nil }
        return Tabulation(query: query, shape: .groups(by: keys, aggregations.flatMap(\.parts)))
    }

    /// The columns that it is made of, each once, in ascending order.
    package var columns: [Int] {
        switch shape {
        case .rows(let columns, _): Set(columns).sorted()
        case .groups(let columns, let aggregations): Set(columns + aggregations.compactMap(\.column)).sorted()
        }
    }

    /// The number of values in a row of the table.
    package var width: Int {
        switch shape {
        case .rows(let columns, _): columns.count
        case .groups(let keys, let aggregations): keys.count + aggregations.count
        }
    }

    package var isDistinct: Bool {
        if case .rows(_, let isDistinct) = shape { isDistinct } else { false }
    }
}

/// An aggregate of the values of one column.
package struct Aggregation: Sendable {
    /// The kind of an aggregate. Nil counts nowhere but in `rows`; a NaN is part of a sum and an average, and never the
    /// least or the greatest.
    package enum Kind: String, Sendable { case rows, count, countDistinct, sum, average, minimum, maximum }

    package let kind: Kind
    /// The column's index in the entity; nil for `rows`.
    package let column: Int?

    package init(kind: Kind, column: Int?) {
        self.kind = kind
        self.column = column
    }
}

extension Aggregation {
    /// The aggregates of the same column that it follows from.
    package var parts: [Aggregation] {
        kind == .average ? [.sum, .count].map { Aggregation(kind: $0, column: column) } : [self]
    }

    /// True if nothing is lost where it is computed over some rows first. A sum of real numbers is rounded.
    fileprivate func canBeContinued(_ types: [AttributeType]) -> Bool {
        switch kind {
        case .rows, .count, .minimum, .maximum: return true
        case .countDistinct: return false
        case .sum, .average: return column.map { !types[$0].isFloating && types[$0] != .decimal } ?? false
        }
    }
}
