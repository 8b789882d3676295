/// Snapshots in the order of the request that found them: a value whose copies share their memory.
public struct SnapshotList<Object: ManagedObject>: Sendable {
    let rows: SnapshotRows

    init(_ rows: SnapshotRows) { self.rows = rows }

    /// An empty list.
    public init() { rows = SnapshotRows() }
}

extension SnapshotList: RandomAccessCollection {
    /// Always 0.
    public var startIndex: Int { 0 }

    /// The number of snapshots.
    public var endIndex: Int { rows.count }

    /// The snapshot at a position.
    public subscript(position: Int) -> ObjectSnapshot<Object> { ObjectSnapshot(row: rows[position]) }

    /// An iterator over the snapshots, in their order.
    public struct Iterator: IteratorProtocol {
        private let rows: SnapshotRows
        private var nextChunk = 0
        /// The rows of one chunk, which are read at once.
        private var chunk = SnapshotRows.Chunk.rows([])
        private var index = 0

        init(_ rows: SnapshotRows) { self.rows = rows }

        /// Returns the next snapshot; nil after the last.
        public mutating func next() -> ObjectSnapshot<Object>? {
            if index == chunk.count {
                guard nextChunk < rows.chunks.count else { return nil }
                (chunk, index) = (rows.chunks[nextChunk].loaded(0..<rows.chunks[nextChunk].count), 0)
                nextChunk += 1
            }
            defer { index += 1 }
            return ObjectSnapshot(row: chunk[index])
        }
    }

    /// Returns an iterator at the start.
    public func makeIterator() -> Iterator { Iterator(rows) }
}

extension SnapshotList {
    /// The IDs of the objects of a list, in its order. No values are read for them.
    public struct ObjectIDs: RandomAccessCollection, Sendable {
        let rows: SnapshotRows
        private let store: StoreNumbers?

        init(_ rows: SnapshotRows) {
            self.rows = rows
            store = rows.chunks.first?.store
        }

        /// Always 0.
        public var startIndex: Int { 0 }

        /// The number of objects.
        public var endIndex: Int { rows.count }

        /// The ID at a position.
        public subscript(position: Int) -> ManagedObjectID<Object> {
            let number = rows.number(at: position)
            guard let store else { fatalError("The list of no objects has no position \(position).") }
            return ManagedObjectID(store: store, number: number)
        }
    }

    /// The IDs of the objects, in their order. They are all that a list whose values are read on demand keeps.
    public var objectIDs: ObjectIDs { ObjectIDs(rows) }

    /// Returns the position of an object; nil if the list does not have it. It compares each ID, and reads no values.
    ///
    /// - Parameter id: the ID of the object.
    public func firstIndex(of id: ManagedObjectID<Object>) -> Int? {
        guard let store = rows.chunks.first?.store, let number = store.number(of: id) else { return nil }
        for (chunk, start) in zip(rows.chunks, rows.starts) {
            if let index = chunk.firstIndex(of: number) { return start + index }
        }
        return nil
    }
}

extension SnapshotList {
    /// Hands over the snapshots at some positions one after another. Those that are read for it are not kept.
    package func forEach(in positions: Range<Int>, _ body: (Int, ObjectSnapshot<Object>) -> Void) {
        var position = positions.lowerBound
        while position < positions.upperBound {
            let (number, index) = rows.location(of: position)
            let last = Swift.min(rows.chunks[number].count, index + positions.upperBound - position)
            let chunk = rows.chunks[number].loaded(index..<last)
            for index in 0..<chunk.count { body(position + index, ObjectSnapshot(row: chunk[index])) }
            position += chunk.count
        }
    }
}

extension SnapshotList {
    /// The positions of the snapshots that pass a test, in rising order, of a list that is read on demand: its rows are
    /// read in the order that costs the store least, and not kept.
    ///
    /// - Parameters:
    ///   - isCancelled: asked now and then.
    ///   - test: must not read other objects.
    /// - Returns: nil if it was cancelled, or if the rows are at hand or cannot be read so.
    package func positionsOnDemand(
        isCancelled: () -> Bool, where test: (ObjectSnapshot<Object>) -> Bool
    ) -> [Int32]? {
        guard case .numbers(let first)? = rows.chunks.first else { return nil }
        var found = NumberTable()
        var seen = 0
        do {
            try first.source.scan { row in
                seen += 1
                if seen % 1024 == 0, isCancelled() { throw CancellationError() }
                if test(ObjectSnapshot(row: row)) { found[row.number] = 1 }
            }
        } catch { return nil }
        var positions: [Int32] = []
        positions.reserveCapacity(found.count)
        for (chunk, start) in zip(rows.chunks, rows.starts) {
            for index in 0..<chunk.count where found[chunk.number(index)] != nil {
                positions.append(Int32(start + index))
            }
        }
        return positions
    }
}

extension SnapshotRows.Chunk {
    /// The numbering of the rows' IDs.
    fileprivate var store: StoreNumbers {
        switch self {
        case .page(let page): page.store
        case .rows(let rows): rows[0].page.store
        case .numbers(let chunk): chunk.source.store
        }
    }

    fileprivate func firstIndex(of number: Int64) -> Int? {
        if case .numbers(let chunk) = self { return chunk.numbers.firstIndex(of: number) }
        return (0..<count).first { self.number($0) == number }
    }
}

extension SnapshotList: Equatable {
    /// True if both have the same objects with the same values in the same order.
    public static func == (left: SnapshotList, right: SnapshotList) -> Bool {
        left.count == right.count && zip(left, right).allSatisfy { $0 == $1 }
    }
}
