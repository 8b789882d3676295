/// Makes a table of rows as a store makes it, in memory.
package struct TableInMemory {
    private let tabulation: Tabulation
    private let types: [AttributeType]
    private var rows: ValueTable
    private var groups: [[ComparedValue]: Group] = [:]

    private struct Group {
        let values: [StoredValue]
        var accumulators: [Accumulator]
    }

    /// - Parameter tabulation: its query is taken to have been applied to what is added, but for the limit and the
    ///   offset of distinct rows.
    package init(_ tabulation: Tabulation) {
        self.tabulation = tabulation
        rows = ValueTable(width: tabulation.width)
        types = tabulation.query.entity.attributes.map(\.type)
        if case .groups(let columns, let aggregations) = tabulation.shape, columns.isEmpty {
            groups[[]] = Group(values: [], accumulators: aggregations.map(accumulator))
        }
    }

    private func accumulator(_ aggregation: Aggregation) -> Accumulator {
        Accumulator(aggregation.kind, aggregation.column.map { types[$0] } ?? .integer64)
    }

    /// Adds a row, whose values are asked for by the column's index.
    package mutating func add(_ value: (Int) throws -> StoredValue) throws {
        switch tabulation.shape {
        case .rows(let columns, isDistinct: false): try rows.append { try value(columns[$0]) }
        case .rows(let columns, isDistinct: true): addDistinct(try columns.map(value), columns)
        case .groups(let columns, let aggregations):
            let values = try columns.map(value)
            let key = compared(values, columns)
            var group = groups[key] ?? Group(values: values, accumulators: aggregations.map(accumulator))
            groups[key] = nil
            for (index, aggregation) in aggregations.enumerated() {
                try group.accumulators[index].add(try aggregation.column.map(value) ?? .null)
            }
            groups[key] = group
        }
    }

    /// Adds a row of the partial table: a group of rows that are not added one by one.
    package mutating func add(group row: ArraySlice<StoredValue>) throws {
        guard case .groups(let columns, let aggregations) = tabulation.shape else { return }
        let values = Array(row.prefix(columns.count))
        let key = compared(values, columns)
        var group = groups[key] ?? Group(values: values, accumulators: aggregations.map(accumulator))
        groups[key] = nil
        var rest = row.dropFirst(columns.count)
        for (index, aggregation) in aggregations.enumerated() {
            let count = aggregation.parts.count
            try group.accumulators[index].add(parts: rest.prefix(count))
            rest = rest.dropFirst(count)
        }
        groups[key] = group
    }

    private func compared(_ values: [StoredValue], _ columns: [Int]) -> [ComparedValue] {
        zip(values, columns).map { ComparedValue($0, as: types[$1]) }
    }

    private mutating func addDistinct(_ values: [StoredValue], _ columns: [Int]) {
        let key = compared(values, columns)
        guard groups[key] == nil else { return }
        groups[key] = Group(values: values, accumulators: [])
        rows.append(values)
    }

    /// The rows of the table.
    ///
    /// - Throws: `FetchError.evaluation` when a sum overflows.
    package func finish() throws -> ValueTable {
        var table = ValueTable(width: tabulation.width)
        if tabulation.isDistinct {
            let rest = rows.dropFirst(tabulation.query.offset)
            for row in rest.prefix(tabulation.query.limit ?? rest.count) { table.append(row) }
            return table
        }
        guard case .groups = tabulation.shape else { return rows }
        do {
            for group in groups.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
                table.append(try group.value.values + group.value.accumulators.map { try $0.result() })
            }
            return table
        } catch let failure as RowComputation.Failure { throw FetchError.evaluation(reason: failure.description) }
    }
}
