import Foundation

/// A query's result, updated from commit to commit.
struct LiveState: LiveUpkeep {
    let query: Query
    let entity: EntityDescription
    let store: StoreNumbers
    let included: IncludedRelationships
    private let order: RowOrder
    /// A condition that holds for each row that the query may find; nil if it is unknown, or holds for all rows.
    private let test: RowTest?
    /// Reads the rows when they are asked for; nil if all are kept.
    private let source: RowSource?
    private var live: Kept?

    /// All that is kept of the rows.
    private enum Kept: Sendable {
        case rows(LiveRows)
        case numbers(LiveNumbers)

        var rows: SnapshotRows {
            switch self {
            case .rows(let live): live.rows
            case .numbers(let live): live.rows
            }
        }
    }

    /// - Parameter source: reads rows on demand; nil to keep all. A query with a limit, an offset or relationships keeps
    ///   its rows all the same.
    init(
        _ query: Query, _ entity: EntityDescription, store: StoreNumbers,
        _ included: IncludedRelationships = IncludedRelationships(), source: RowSource? = nil
    ) {
        let isWhole = query.limit == nil && query.offset == 0 && included.isEmpty
        self.source = isWhole ? source : nil
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
        guard let test, let kept = live.take() else { return true }
        if touched.rows(of: query.entity.name).contains(where: test.holds) {
            live = kept
            return true
        }
        switch consume kept {
        case .rows(var rows):
            defer { live = .rows(rows) }
            return touched.contains(of: names) { rows.contains($0) }
        case .numbers(let rows):
            live = .numbers(rows)
            return rows.containsAny(of: touched.numbers(of: names))
        }
    }

    mutating func update(from reader: any StoreReader, _ changes: LiveChanges) throws -> LiveResult? {
        guard let before = live?.rows else { return try read(reader, SnapshotRows()) }
        let touched = changes.isEverything ? [] : try touched(changes, before, reader)
        // Offsets count rows that are not here; and many rows are read faster all at once.
        if changes.isEverything || query.offset > 0 || touched.count > 1000 + before.count / 8 {
            return try read(reader, before)
        }
        var found = try found(touched, reader)
        if source != nil { return try update(touched, found, reader) }
        let isFull = query.limit == before.count
        if isFull {
            guard before.count > 0 else { return nil }
            // Rows after the last one here may have unread rows before them.
            let last = before[before.count - 1]
            found.removeAll { order.isBefore(last, $0) }
        }
        // In place: a copy would copy the index of all rows.
        guard case .rows(var present)? = live.take() else { return nil }
        let result = present.replace(touched, by: found, limit: query.limit)
        let rows = present.rows
        live = .rows(present)
        if isFull, rows.count < before.count {
            do { return try read(reader, before) } catch {
                live = .rows(LiveRows(before, order))
                throw error
            }
        }
        return result.isEmpty ? nil : LiveResult(rows: rows, changes: result, store: store)
    }

    private mutating func update(
        _ touched: Set<Int64>, _ found: [SnapshotRow], _ reader: any StoreReader
    ) throws -> LiveResult? {
        guard case .numbers(var present) = live else { return nil }
        let before = present.rows
        guard let changes = try present.replace(touched, by: found, from: reader) else {
            return try read(reader, before)
        }
        live = .numbers(present)
        return changes.isEmpty ? nil : LiveResult(rows: present.rows, changes: changes, store: store)
    }

    /// Reads the row IDs of all rows. Only rows in memory are compared for changed values.
    private mutating func readNumbers(
        _ reader: any StoreReader, _ before: SnapshotRows, _ source: RowSource
    ) throws -> LiveResult? {
        let present = LiveNumbers(try reader.numbers(query), order, from: source)
        var changes = RowChanges()
        if live == nil {
            changes.isFirst = true
        } else {
            changes = RowChanges(numbersFrom: before, to: present.rows)
            changes.updated = try source.changed(in: before, from: reader)
            let came = Set(changes.insertions.lazy.map(\.number))
            changes.updated.subtract(changes.removals.lazy.map(\.number).filter { !came.contains($0) })
        }
        if changes.isEmpty { return nil }
        live = .numbers(present)
        return LiveResult(rows: present.rows, changes: changes, store: store)
    }

    private mutating func read(_ reader: any StoreReader, _ before: SnapshotRows) throws -> LiveResult? {
        if let source { return try readNumbers(reader, before, source) }
        let rows = try SnapshotRows(query, entity, included, store: store, from: reader)
        let isFirst = live == nil
        live = .rows(LiveRows(rows, order))
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
