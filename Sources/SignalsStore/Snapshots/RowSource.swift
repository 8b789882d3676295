import SignalsCore
import Synchronization

/// A source of rows by their row IDs, which reads a batch at the first access to one of its rows, and keeps the batches
/// that were accessed last.
///
/// A row has the values that the store has when it is read. A row that no longer exists, or cannot be read, has the
/// values of a new object.
final class RowSource: Sendable {
    struct BatchKey: Hashable {
        let chunk: Int
        let start: Int
    }

    private struct Batch: Sendable {
        let rows: ContiguousArray<SnapshotRow>
        /// Counts what was asked for.
        var lastUse: Int
    }

    private struct Cache: Sendable {
        var batches: [BatchKey: Batch] = [:]
        var uses = 0
    }

    /// So many batches are kept at most. Of a hundred rows each they take about three megabytes.
    private static let mostBatches = 128

    let batchSize: Int
    /// For all rows of the entity.
    private let query: Query
    /// The condition that selects the rows of the list.
    private let condition: QueryExpression?
    private let entity: EntityDescription
    let store: StoreNumbers
    private let open: @Sendable () throws -> any StoreReader
    private let fail: @Sendable (FetchError) -> Void
    private let cache = Locked(Cache())
    private let nextKey = Atomic(0)

    /// - Parameters:
    ///   - query: finds the rows of the list.
    ///   - open: returns a reader of the store as it is.
    ///   - fail: called when rows cannot be read, on the thread that accesses them.
    init(
        _ query: Query, _ entity: EntityDescription, store: StoreNumbers, batchSize: Int,
        open: @escaping @Sendable () throws -> any StoreReader, fail: @escaping @Sendable (FetchError) -> Void
    ) {
        self.query = Query(entity: query.entity)
        condition = query.condition
        self.entity = entity
        self.store = store
        self.batchSize = max(1, batchSize)
        self.open = open
        self.fail = fail
    }

    func makeKey() -> Int { nextKey.wrappingAdd(1, ordering: .relaxed).oldValue }

    /// A batch of a chunk: as it is at hand, or read now.
    func batch(_ key: BatchKey, _ numbers: ArraySlice<Int64>) -> ContiguousArray<SnapshotRow> {
        let known = cache.withLock { cache in
            cache.uses += 1
            cache.batches[key]?.lastUse = cache.uses
            return cache.batches[key]?.rows
        }
        if let known { return known }
        let (rows, areRead) = readNow(numbers)
        if areRead { keep(rows, key) }
        return rows
    }

    /// Some rows, of which nothing is kept.
    func rows(_ numbers: ArraySlice<Int64>) -> ContiguousArray<SnapshotRow> { readNow(numbers).rows }

    /// Returns the rows with some row IDs that exist, in no order.
    ///
    /// - Throws: `FetchError`.
    func rows(_ numbers: some Sequence<Int64>, from reader: any StoreReader) throws -> [SnapshotRow] {
        var part = query
        part.condition = .objectID(isOneOf: numbers)
        var rows: [SnapshotRow] = []
        try reader.fetch(part) { page in
            let page = try SnapshotPage(checking: page, entity, store: store)
            for index in page.rows.indices { rows.append(SnapshotRow(page: page, index: index)) }
        }
        return rows
    }

    /// Hands over all rows of the list as they are now, in the order that costs the store least; `body` must not read
    /// others.
    ///
    /// - Throws: `FetchError`, or what `body` throws.
    func scan(_ body: (SnapshotRow) throws -> Void) throws {
        var all = query
        all.condition = condition
        try open().fetch(all) { page in
            let page = try SnapshotPage(checking: page, entity, store: store)
            for index in page.rows.indices { try body(SnapshotRow(page: page, index: index)) }
        }
    }

    /// The numbers of the rows of a list that are at hand and that a reader sees with other values.
    ///
    /// - Throws: `FetchError`.
    func changed(in list: SnapshotRows, from reader: any StoreReader) throws -> Set<Int64> {
        let chunks = Set(list.chunks.lazy.compactMap { if case .numbers(let chunk) = $0 { chunk.key } else { nil } })
        let known = cache.withLock { cache in
            cache.batches.filter { chunks.contains($0.key.chunk) }.flatMap(\.value.rows)
        }
        if known.isEmpty { return [] }
        let before = Dictionary(known.map { ($0.number, $0) }) { $1 }
        return Set(
            try rows(before.keys, from: reader).lazy
                .filter { row in before[row.number].map { !row.isSame(as: $0) } ?? false }.map(\.number))
    }

    private func readNow(_ numbers: ArraySlice<Int64>) -> (rows: ContiguousArray<SnapshotRow>, areRead: Bool) {
        do { return (inOrder(numbers, try rows(numbers, from: try open())), true) } catch FetchError.closed {
            // Whoever closed it knows.
        } catch { fail(error as? FetchError ?? .store(reason: "\(error)")) }
        return (inOrder(numbers, []), false)
    }

    private func inOrder(_ numbers: ArraySlice<Int64>, _ found: [SnapshotRow]) -> ContiguousArray<SnapshotRow> {
        let rows = Dictionary(found.map { ($0.number, $0) }) { $1 }
        let missing = rows.count == numbers.count ? [:] : blankRows(numbers.filter { rows[$0] == nil })
        return ContiguousArray(numbers.lazy.compactMap { rows[$0] ?? missing[$0] })
    }

    private func blankRows(_ numbers: [Int64]) -> [Int64: SnapshotRow] {
        var builder = RowPageBuilder(query.entity, capacity: numbers.count)
        for number in numbers {
            builder.beginRow(number: number, version: 0)
            for slot in entity.slots.indices { builder.append(entity.attributes[slot].defaultValue) }
        }
        // The values that a class declares are accepted by its types.
        guard let page = try? SnapshotPage(checking: builder.finishLast(), entity, store: store) else { return [:] }
        return Dictionary(uniqueKeysWithValues: numbers.enumerated().map { ($1, SnapshotRow(page: page, index: $0)) })
    }

    private func keep(_ rows: ContiguousArray<SnapshotRow>, _ key: BatchKey) {
        // Returned, so that what is left out goes away after the lock.
        _ = cache.withLock { cache -> [BatchKey: Batch] in
            cache.batches[key] = Batch(rows: rows, lastUse: cache.uses)
            guard cache.batches.count > Self.mostBatches else { return [:] }
            let before = cache.batches
            let uses = before.values.map(\.lastUse).sorted()
            let oldest = uses[Self.mostBatches / 4]
            cache.batches = before.filter { $1.lastUse > oldest }
            return before
        }
    }
}
