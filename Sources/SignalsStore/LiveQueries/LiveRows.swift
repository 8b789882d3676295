/// The rows of a live query in their order, updated as rows come, change and go.
///
/// A change costs as much as the chunks that it touches: these are made again, and all other chunks are shared with the
/// state before.
struct LiveRows: Sendable {
    private(set) var rows: SnapshotRows
    private let order: RowOrder
    /// The rows by their numbers; made when the first change comes.
    private var known: [Int64: SnapshotRow] = [:]
    private var isIndexed = false

    init(_ rows: SnapshotRows, _ order: RowOrder) {
        self.rows = rows
        self.order = order
    }

    /// Replaces the rows with these numbers by those that were found, and leaves out what is after a limit.
    mutating func replace(_ numbers: Set<Int64>, by found: [SnapshotRow], limit: Int?) -> RowChanges {
        index()
        let before = rows
        var edits = Edits(numbers, known, found)
        remove(edits.removed)
        add(edits.added)
        if let limit, rows.count > limit {
            let behind = (limit..<rows.count).map { rows[$0] }
            remove(behind)
            edits.leaveOut(behind)
        }
        return edits.changes(from: before, to: rows, order)
    }

    /// True if the row with a number is one of them.
    mutating func contains(_ number: Int64) -> Bool {
        if !isIndexed, rows.count <= 16 { return (0..<rows.count).contains { rows[$0].number == number } }
        index()
        return known[number] != nil
    }

    private mutating func index() {
        if isIndexed { return }
        isIndexed = true
        known.reserveCapacity(rows.count)
        for chunk in rows.chunks { for index in 0..<chunk.count { known[chunk[index].number] = chunk[index] } }
    }

    private mutating func remove(_ removed: [SnapshotRow]) {
        var indexes: [Int: Set<Int>] = [:]
        for row in removed {
            let (chunk, index) = rows.location(of: rows.position(of: row, order))
            indexes[chunk, default: []].insert(index)
            known[row.number] = nil
        }
        rows.replaceChunks(indexes.keys) { index, chunk in
            let gone = indexes[index] ?? []
            return ContiguousArray((0..<chunk.count).filter { !gone.contains($0) }.map { chunk[$0] })
        }
    }

    private mutating func add(_ added: [SnapshotRow]) {
        var newcomers: [Int: [SnapshotRow]] = [:]
        for row in added {
            newcomers[rows.chunkIndex(for: row, order) ?? -1, default: []].append(row)
            known[row.number] = row
        }
        if let first = newcomers.removeValue(forKey: -1) {
            return rows.append(.rows(ContiguousArray(first.sorted(by: order.isBefore))))
        }
        rows.replaceChunks(newcomers.keys) { index, chunk in
            ContiguousArray(chunk.merged(with: newcomers[index, default: []].sorted(by: order.isBefore), order))
        }
    }
}

/// The rows that leave the result and those that come; a row with other values does both.
private struct Edits {
    private(set) var removed: [SnapshotRow] = []
    private(set) var added: [SnapshotRow] = []
    private var updated: Set<Int64> = []

    init(_ numbers: Set<Int64>, _ known: [Int64: SnapshotRow], _ found: [SnapshotRow]) {
        let present = Dictionary(found.map { ($0.number, $0) }) { $1 }
        for number in numbers {
            let (before, after) = (known[number], present[number])
            if let before, let after {
                if before.isSame(as: after) { continue }
                updated.insert(number)
            }
            if let before { removed.append(before) }
            if let after { added.append(after) }
        }
    }

    mutating func leaveOut(_ rows: [SnapshotRow]) {
        let came = Set(added.map(\.number))
        removed += rows.filter { !came.contains($0.number) }
        let left = Set(rows.map(\.number))
        added.removeAll { left.contains($0.number) }
        updated.subtract(left)
    }

    func changes(from before: SnapshotRows, to after: SnapshotRows, _ order: RowOrder) -> RowChanges {
        var changes = RowChanges()
        changes.updated = updated
        changes.removals = removed.map { .init(position: before.position(of: $0, order), number: $0.number) }
        changes.insertions = added.map { .init(position: after.position(of: $0, order), number: $0.number) }
        changes.removeUnmovedRows()
        return changes
    }
}

extension SnapshotRows {
    /// Returns the position of a row, or the position where it would be inserted.
    func position(of row: SnapshotRow, _ order: RowOrder) -> Int {
        guard let chunk = chunkIndex(for: row, order) else { return 0 }
        return starts[chunk] + chunks[chunk].index(of: row, order)
    }

    /// The first chunk whose last row is not before a row, or the last one; nil when there is none.
    fileprivate func chunkIndex(for row: SnapshotRow, _ order: RowOrder) -> Int? {
        guard !chunks.isEmpty else { return nil }
        var (low, high) = (0, chunks.count - 1)
        while low < high {
            let middle = (low + high) / 2
            let last = chunks[middle][chunks[middle].count - 1]
            if order.isBefore(last, row) { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// Makes some chunks again, from chunks of their rows.
    fileprivate mutating func replaceChunks(
        _ changed: some Sequence<Int>, _ make: (Int, Chunk) -> ContiguousArray<SnapshotRow>
    ) {
        let changed = Set(changed)
        if changed.isEmpty { return }
        let old = chunks
        self = SnapshotRows()
        for (index, chunk) in old.enumerated() {
            guard changed.contains(index) else {
                append(chunk)
                continue
            }
            let made = make(index, chunk)
            // A chunk that has become too large is cut into pieces.
            let size = made.count > 2 * Self.chunkSize ? Self.chunkSize : max(1, made.count)
            for start in stride(from: 0, to: made.count, by: size) {
                append(.rows(ContiguousArray(made[start..<min(start + size, made.count)])))
            }
        }
    }
}

extension SnapshotRows.Chunk {
    /// The index of a row that is in the chunk, or where it would be.
    fileprivate func index(of row: SnapshotRow, _ order: RowOrder) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if order.isBefore(self[middle], row) { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// The rows with others, which are in order, each at its index.
    fileprivate func merged(with others: [SnapshotRow], _ order: RowOrder) -> [SnapshotRow] {
        var merged: [SnapshotRow] = []
        merged.reserveCapacity(count + others.count)
        var next = 0
        for other in others {
            let end = index(of: other, order)
            while next < end {
                merged.append(self[next])
                next += 1
            }
            merged.append(other)
        }
        while next < count {
            merged.append(self[next])
            next += 1
        }
        return merged
    }
}
