import SignalsCore

/// Rows of one entity as values, built once and never changed, which stores, contexts and snapshots exchange.
@usableFromInline package final class RowPage: Sendable {
    package let entity: EntitySchema
    @usableFromInline let keys: ContiguousArray<RowKey>
    @usableFromInline let vouchedMemory: Vouched<PageMemory>
    @usableFromInline let byteCount: Int
    @usableFromInline package let columnCount: Int

    package init(
        _ entity: EntitySchema, _ keys: ContiguousArray<RowKey>, memory: PageMemory, byteCount: Int
    ) {
        self.entity = entity
        self.keys = keys
        // SAFETY: the memory of a page is not written any more.
        vouchedMemory = Vouched(memory)
        self.byteCount = byteCount
        columnCount = entity.attributes.count
    }

    @inlinable @inline(__always)
    var memory: PageMemory { vouchedMemory.value }

    /// The same rows, all with one version.
    package func with(version: Int64) -> RowPage {
        let keys = ContiguousArray(keys.map { RowKey(number: $0.number, version: version) })
        return RowPage(entity, keys, memory: memory, byteCount: byteCount)
    }

    /// The number of bytes that the rows take.
    var memorySize: Int {
        keys.count * MemoryLayout<RowKey>.stride + memory.cellCapacity * MemoryLayout<RowCell>.stride
            + memory.byteCapacity
    }

    /// True if the rows refer to others.
    package var refersToOthers: Bool { entity.refersToOthers }

    @inlinable @inline(__always)
    package func key(_ row: Int) -> RowKey { keys[row] }

    /// The numbers of the objects, in the order of their rows.
    package var numbers: some RandomAccessCollection<Int64> { keys.lazy.map { $0.number } }

    @inlinable @inline(__always)
    package func cell(_ row: Int, _ column: Int) -> RowCell {
        precondition(row < keys.count && column < columnCount)
        return memory.cells[row * columnCount + column]
    }

    /// The value of a column of the entity in a row.
    @inlinable
    package func value(_ row: Int, _ column: Int) -> StoredValue { value(of: cell(row, column)) }

    @inlinable
    package func value(of cell: RowCell) -> StoredValue { cell.value(in: memory.bytes) }

    /// The cells of a row, and the bytes that they point into, which are valid inside `body` only.
    @inlinable @inline(__always)
    package func withCells<Result>(
        of row: Int, _ body: (UnsafeBufferPointer<RowCell>, UnsafePointer<UInt8>) throws -> Result
    ) rethrows -> Result {
        precondition(row < keys.count)
        let cells = UnsafeBufferPointer(start: memory.cells + row * columnCount, count: columnCount)
        return try body(cells, UnsafePointer(memory.bytes))
    }

    /// The bytes of a text or a blob, which are valid inside `body` only.
    @inlinable @inline(__always)
    package func withBytes<Result>(
        of cell: RowCell, _ body: (UnsafeBufferPointer<UInt8>) throws -> Result
    ) rethrows
        -> Result
    {
        try body(cell.content(in: memory.bytes))
    }

    /// The bytes of all texts and blobs, which are valid as long as the page exists.
    @inlinable
    package func withAllBytes<Result, Thrown: Error>(
        _ body: (UnsafeBufferPointer<UInt8>) throws(Thrown) -> Result
    ) throws(Thrown) -> Result {
        try body(UnsafeBufferPointer(start: memory.bytes, count: byteCount))
    }
}

extension RowPage: RandomAccessCollection {
    /// One row of a page.
    @usableFromInline package struct Row: Sendable {
        @usableFromInline package let page: RowPage
        @usableFromInline package let index: Int

        @inlinable
        init(page: RowPage, index: Int) {
            self.page = page
            self.index = index
        }

        @inlinable package var number: Int64 { page.key(index).number }
        @inlinable package var version: Int64 { page.key(index).version }
        @inlinable package func cell(_ column: Int) -> RowCell { page.cell(index, column) }
        @inlinable package func value(at column: Int) -> StoredValue { page.value(index, column) }
        /// The values of all columns.
        package var values: [StoredValue] { page.entity.attributes.indices.map(value) }
    }

    @inlinable package var startIndex: Int { 0 }
    @inlinable package var endIndex: Int { keys.count }
    @inlinable package subscript(index: Int) -> Row { Row(page: self, index: index) }
}

extension RowPage {
    /// The rows without some of them.
    package func leavingOut(_ numbers: Set<Int64>) -> RowPage {
        var rest = RowPageBuilder(entity, capacity: count)
        for row in self where !numbers.contains(row.number) { rest.append(row) }
        return rest.finish()
    }
}
