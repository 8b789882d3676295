import SignalsCore

/// A chunk of rows of which only the numbers are kept.
final class NumberedChunk: Sendable {
    let numbers: ContiguousArray<Int64>
    let source: RowSource
    /// Tells it from the other chunks of its source, those that are gone among them.
    let key: Int

    init(_ numbers: ContiguousArray<Int64>, from source: RowSource) {
        self.numbers = numbers
        self.source = source
        key = source.makeKey()
    }

    /// The row at an index, which is read with its neighbours where it is not at hand.
    subscript(index: Int) -> SnapshotRow {
        let size = source.batchSize
        let start = index - index % size
        let key = RowSource.BatchKey(chunk: key, start: start)
        return source.batch(key, numbers[start..<min(start + size, numbers.count)])[index - start]
    }

    /// Some rows, read at once, of which nothing is kept.
    func rows(_ indices: Range<Int>) -> ContiguousArray<SnapshotRow> { source.rows(numbers[indices]) }
}
