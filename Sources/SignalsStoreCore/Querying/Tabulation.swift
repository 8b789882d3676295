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
