import Foundation

/// One state of a live query's result, and how it differs from the one before.
struct LiveResult: Sendable {
    let rows: SnapshotRows
    let changes: RowChanges
    let store: StoreNumbers
}

/// A query's result, kept up from commit to commit.
struct LiveState: LiveUpkeep {
    let query: Query
    let entity: EntityDescription
    let store: StoreNumbers
    private let order: RowOrder
    private var live: LiveRows?

    init(_ query: Query, _ entity: EntityDescription, store: StoreNumbers) {
        self.query = query
        self.entity = entity
        self.store = store
        order = RowOrder(query)
    }

    mutating func update(from reader: any StoreReader, _ changes: LiveChanges) throws -> LiveResult? {
        guard let before = live?.rows else { return try read(reader, SnapshotRows()) }
        let touched = changes.isEverything ? [] : changes.touched
        // Offsets count rows that are not here; and many rows are read faster all at once.
        if changes.isEverything || query.offset > 0 || touched.count > 1000 + before.count / 8 {
            return try read(reader, before)
        }
        var found = try found(touched, reader)
        let isFull = query.limit == before.count
        if isFull {
            guard before.count > 0 else { return nil }
            // What comes behind the last row that was here may have others between, which were never read.
            let last = before[before.count - 1]
            found.removeAll { order.isBefore(last, $0) }
        }
        // In place: a copy would copy the index of all rows.
        guard let result = live?.replace(touched, by: found, limit: query.limit), let rows = live?.rows else {
            return nil
        }
        if isFull, rows.count < before.count { return try read(reader, before) }
        return result.isEmpty ? nil : LiveResult(rows: rows, changes: result, store: store)
    }

    private mutating func read(_ reader: any StoreReader, _ before: SnapshotRows) throws -> LiveResult? {
        var rows = SnapshotRows()
        try reader.fetch(query) { rows.append(.page(try SnapshotPage(checking: $0, entity, store: store))) }
        let isFirst = live == nil
        live = LiveRows(rows, order)
        let changes = RowChanges(from: before, to: rows)
        return isFirst || !changes.isEmpty ? LiveResult(rows: rows, changes: changes, store: store) : nil
    }

    /// Those of the rows that the query finds.
    private func found(_ numbers: Set<Int64>, _ reader: any StoreReader) throws -> [SnapshotRow] {
        var part = query
        let isTouched = QueryExpression.objectID(isOneOf: numbers)
        part.condition = query.condition.map { .boolean(.and(isTouched, $0)) } ?? isTouched
        (part.order, part.limit, part.offset) = ([], nil, 0)
        var found: [SnapshotRow] = []
        try reader.fetch(part) { rows in
            let page = try SnapshotPage(checking: rows, entity, store: store)
            found += rows.indices.map { SnapshotRow(page: page, index: $0) }
        }
        return found
    }
}
