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
    let included: IncludedRelationships
    private let order: RowOrder
    /// Holds for each row that the query may find; nil where that is not known, or all.
    private let test: RowTest?
    private var live: LiveRows?

    init(
        _ query: Query, _ entity: EntityDescription, store: StoreNumbers,
        _ included: IncludedRelationships = IncludedRelationships()
    ) {
        self.included = included
        self.query = query
        self.entity = entity
        self.store = store
        order = RowOrder(query)
        let selection = NarrowedQuery(query).selection
        // The rows of subclasses have their columns elsewhere, and an offset counts rows that are not here.
        let isKnown = query.entity.subentities.isEmpty && query.offset == 0 && selection != .all
        test = isKnown ? RowTest(selection) { query.entity.attributes[$0].type } : nil
    }

    mutating func isConcerned(by touched: TouchedRows, of names: Set<String>) -> Bool {
        guard let test, var rows = live.take() else { return true }
        defer { live = rows }
        return touched.contains(of: names) { rows.contains($0) }
            || touched.rows(of: query.entity.name).contains(where: test.holds)
    }

    mutating func update(from reader: any StoreReader, _ changes: LiveChanges) throws -> LiveResult? {
        guard let before = live?.rows else { return try read(reader, SnapshotRows()) }
        let touched = changes.isEverything ? [] : try touched(changes, before, reader)
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
        if isFull, rows.count < before.count {
            do { return try read(reader, before) } catch {
                live = LiveRows(before, order)
                throw error
            }
        }
        return result.isEmpty ? nil : LiveResult(rows: rows, changes: result, store: store)
    }

    private mutating func read(_ reader: any StoreReader, _ before: SnapshotRows) throws -> LiveResult? {
        let rows = try SnapshotRows(query, entity, included, store: store, from: reader)
        let isFirst = live == nil
        live = LiveRows(rows, order)
        let changes = RowChanges(from: before, to: rows)
        return isFirst || !changes.isEmpty ? LiveResult(rows: rows, changes: changes, store: store) : nil
    }

    /// The numbers of the rows that changed, or got or lost members.
    private func touched(
        _ changes: LiveChanges, _ before: SnapshotRows, _ reader: any StoreReader
    ) throws -> Set<Int64> {
        var touched = changes.touched
        for (index, members) in changes.members {
            touched.formUnion(before.owners(of: members, index))
            touched.formUnion(try included.owners(of: members, index, reader))
        }
        return touched
    }

    /// Returns the rows that the query finds.
    private func found(_ numbers: Set<Int64>, _ reader: any StoreReader) throws -> [SnapshotRow] {
        var part = query
        let isTouched = QueryExpression.objectID(isOneOf: numbers)
        part.condition = query.condition.map { .boolean(.and(isTouched, $0)) } ?? isTouched
        (part.order, part.limit, part.offset) = ([], nil, 0)
        let rows = try SnapshotRows(part, entity, included, store: store, from: reader)
        return (0..<rows.count).map { rows[$0] }
    }
}

extension SnapshotRows {
    /// The numbers of the rows that have any of some members.
    fileprivate func owners(of members: Set<Int64>, _ relationship: Int) -> Set<Int64> {
        var owners: Set<Int64> = []
        for chunk in chunks {
            for index in 0..<chunk.count {
                let row = chunk[index]
                guard let numbers = row.page.members[relationship]?[row.index] else { continue }
                if numbers.contains(where: members.contains) { owners.insert(row.number) }
            }
        }
        return owners
    }
}
