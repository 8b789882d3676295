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

    /// Goes through the snapshots in their order.
    public struct Iterator: IteratorProtocol {
        private let rows: SnapshotRows
        private var chunk = 0
        private var index = 0

        init(_ rows: SnapshotRows) { self.rows = rows }

        /// The next snapshot; nil after the last.
        public mutating func next() -> ObjectSnapshot<Object>? {
            guard chunk < rows.chunks.count else { return nil }
            let row = rows.chunks[chunk][index]
            index += 1
            if index == rows.chunks[chunk].count { (chunk, index) = (chunk + 1, 0) }
            return ObjectSnapshot(row: row)
        }
    }

    /// An iterator at the start.
    public func makeIterator() -> Iterator { Iterator(rows) }
}

extension SnapshotList: Equatable {
    /// True if both have the same objects with the same values in the same order.
    public static func == (left: SnapshotList, right: SnapshotList) -> Bool {
        left.count == right.count && zip(left, right).allSatisfy { $0 == $1 }
    }
}
