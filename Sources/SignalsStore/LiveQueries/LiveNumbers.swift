/// The row IDs of a live query in the order of its rows, updated as rows come, change and go.
///
/// It keeps eight bytes a row. So a change costs one comparison for each row ID, to find the rows' former positions,
/// and a binary search among the store's rows for each new position.
struct LiveNumbers: Sendable {
    private(set) var rows: SnapshotRows
    private let order: RowOrder
    private let source: RowSource

    init(_ numbers: [Int64], _ order: RowOrder, from source: RowSource) {
        rows = SnapshotRows(numbers, from: source)
        self.order = order
        self.source = source
    }

    /// Replaces the rows with these numbers by those that were found.
    ///
    /// - Parameter reader: reads a state with the rows that were found, and with all other rows unchanged.
    /// - Returns: the changes; nil if other rows have changed too, so that all rows have to be read.
    /// - Throws: `FetchError`.
    mutating func replace(
        _ numbers: Set<Int64>, by found: [SnapshotRow], from reader: any StoreReader
    ) throws -> RowChanges? {
        var changes = RowChanges()
        changes.removals = positions(of: NumberFilter(numbers))
        var left = rows
        left.remove(changes.removals, source)
        let found = found.sorted(by: order.isBefore)
        var search = PositionSearch(order, source, reader)
        guard let positions = try search.positions(of: found, in: left) else { return nil }
        left.insert(zip(positions, found).map { .init(position: $0, number: $1.number) }, source)
        rows = left
        // Each has those before it that came, too.
        changes.insertions = positions.indices.map { .init(position: positions[$0] + $0, number: found[$0].number) }
        changes.updated = Set(changes.removals.lazy.map(\.number)).intersection(found.lazy.map(\.number))
        changes.removeUnmovedRows()
        return changes
    }

    /// True if any of these numbers is one of the rows'.
    func containsAny(of numbers: Set<Int64>) -> Bool {
        let filter = NumberFilter(numbers)
        return rows.chunks.contains { chunk in (0..<chunk.count).contains { filter.contains(chunk.number($0)) } }
    }

    private func positions(of numbers: NumberFilter) -> [RowChanges.Change] {
        var positions: [RowChanges.Change] = []
        for (chunk, start) in zip(rows.chunks, rows.starts) {
            guard case .numbers(let chunk) = chunk else { continue }
            for (index, number) in chunk.numbers.enumerated() where numbers.contains(number) {
                positions.append(.init(position: start + index, number: number))
            }
        }
        return positions
    }
}

/// The search for the positions of rows in a list that has only row IDs: a binary search that reads the rows that it
/// compares.
private struct PositionSearch {
    private let order: RowOrder
    private let source: RowSource
    private let reader: any StoreReader
    private var read: [Int64: SnapshotRow] = [:]

    init(_ order: RowOrder, _ source: RowSource, _ reader: any StoreReader) {
        self.order = order
        self.source = source
        self.reader = reader
    }

    /// The number of rows that come before each of some new ones, which are in order; nil if one of the others is not
    /// there.
    mutating func positions(of new: [SnapshotRow], in rows: SnapshotRows) throws -> [Int]? {
        var positions: [Int] = []
        for row in new {
            var (low, high) = (positions.last ?? 0, rows.count)
            while low < high {
                let middle = (low + high) / 2
                guard let other = try self.row(rows.number(at: middle)) else { return nil }
                if order.isBefore(other, row) { low = middle + 1 } else { high = middle }
            }
            positions.append(low)
        }
        return positions
    }

    private mutating func row(_ number: Int64) throws -> SnapshotRow? {
        if let row = read[number] { return row }
        read[number] = try source.rows(CollectionOfOne(number), from: reader).first
        return read[number]
    }
}

/// A set of numbers that quickly rejects most numbers that are not in it.
private struct NumberFilter {
    private let numbers: Set<Int64>
    private let mask: Int64
    /// One bit for some numbers each.
    private var bits: [UInt64]

    init(_ numbers: Set<Int64>) {
        self.numbers = numbers
        var size = 1024
        while size < numbers.count * 16 { size *= 2 }
        mask = Int64(size - 1)
        bits = Array(repeating: 0, count: size / 64)
        for number in numbers { bits[Int(number & mask) >> 6] |= 1 << UInt64(number & 63) }
    }

    func contains(_ number: Int64) -> Bool {
        bits[Int(number & mask) >> 6] & 1 << UInt64(number & 63) != 0 && numbers.contains(number)
    }
}

extension SnapshotRows {
    /// Leaves out rows at positions that rise.
    fileprivate mutating func remove(_ removals: [RowChanges.Change], _ source: RowSource) {
        edit(removals, source) { numbers, removals, start in
            for removal in removals.reversed() { numbers.remove(at: removal.position - start) }
        }
    }

    /// Puts rows in, each with the position of the row that it comes before, which rise.
    fileprivate mutating func insert(_ insertions: [RowChanges.Change], _ source: RowSource) {
        if chunks.isEmpty { return append(insertions.map(\.number), from: source) }
        edit(insertions, source) { numbers, insertions, start in
            for insertion in insertions.reversed() {
                numbers.insert(insertion.number, at: insertion.position - start)
            }
        }
    }

    /// Makes the chunks again that changes are in; the others are shared.
    private mutating func edit(
        _ changes: [RowChanges.Change], _ source: RowSource,
        _ change: (inout ContiguousArray<Int64>, ArraySlice<RowChanges.Change>, _ start: Int) -> Void
    ) {
        if changes.isEmpty { return }
        let old = self
        var rest = changes[...]
        self = SnapshotRows()
        for (index, chunk) in old.chunks.enumerated() {
            let start = old.starts[index]
            let isLast = index == old.chunks.count - 1
            let here = isLast ? rest : rest.prefix { $0.position < start + chunk.count }
            rest = rest.dropFirst(here.count)
            guard !here.isEmpty, case .numbers(let chunk) = chunk else {
                append(chunk)
                continue
            }
            var numbers = chunk.numbers
            change(&numbers, here, start)
            append(numbers, from: source)
        }
    }
}
