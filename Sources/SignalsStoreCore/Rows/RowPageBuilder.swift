import Foundation

/// Puts a page together: `beginRow`, then a value for each column, and so on; then `finish`.
@usableFromInline package struct RowPageBuilder {
    /// The number of rows that a store puts into a page.
    package static let pageSize = 1024

    package let entity: EntitySchema
    @usableFromInline let columnCount: Int
    @usableFromInline var keys: ContiguousArray<RowKey> = []
    @usableFromInline var memory: PageMemory
    @usableFromInline var cellCount = 0
    @usableFromInline package var byteCount = 0

    /// A builder with room for as many rows, and bytes of texts and blobs; more are taken all the same.
    package init(_ entity: EntitySchema, capacity: Int = 16, byteCapacity: Int? = nil) {
        self.entity = entity
        columnCount = entity.attributes.count
        memory = PageMemory(cells: capacity * columnCount, bytes: byteCapacity ?? capacity * 32)
        keys.reserveCapacity(capacity)
    }

    /// The number of rows begun.
    @inlinable package var count: Int { keys.count }

    @inlinable
    package mutating func beginRow(number: Int64, version: Int64) {
        keys.append(RowKey(number: number, version: version))
        if !isKnownUniquelyReferenced(&memory) { memory = memory.copy(cells: cellCount, bytes: byteCount) }
        let needed = keys.count * columnCount
        if needed > memory.cellCapacity { memory.setCellCapacity(needed * 2) }
    }

    @usableFromInline package mutating func append(_ value: StoredValue) {
        switch value {
        case .null: appendNull()
        case .integer(let integer): append(integer)
        case .real(let real): append(real)
        case .text(var text): text.withUTF8 { append(text: $0) }
        case .blob(let data): data.withUnsafeBytes { append(blob: $0) }
        }
    }

    @inlinable
    package mutating func appendNull() { append(RowCell(bits: 0, count: 0, kind: .null)) }

    @inlinable
    package mutating func append(_ integer: Int64) {
        append(RowCell(bits: integer, count: 0, kind: .integer))
    }

    @inlinable
    package mutating func append(_ real: Double) {
        append(RowCell(bits: Int64(bitPattern: real.bitPattern), count: 0, kind: .real))
    }

    /// Appends a text, which is UTF-8.
    @inlinable
    package mutating func append(text: UnsafeBufferPointer<UInt8>) { append(text, .text) }

    /// Appends bytes as a text, and looks at each while it is copied.
    ///
    /// - Returns: true if all are ASCII; for others the caller sees to it that they are UTF-8.
    @inlinable
    package mutating func appendReportingASCII(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        append(RowCell(bits: Int64(byteCount), count: UInt32(text.count), kind: .text))
        guard text.count > 0, let start = text.baseAddress else { return true }
        let needed = byteCount + text.count
        if needed > memory.byteCapacity { memory.setByteCapacity(needed * 2) }
        defer { byteCount = needed }
        return Self.copy(start, text.count, to: memory.bytes + byteCount)
    }

    /// Copies at least one byte; true if all are ASCII. Eight at a time, of which the last may be copied twice: most texts
    /// are short, and this takes less than a call.
    @inlinable @inline(__always)
    static func copy(_ source: UnsafePointer<UInt8>, _ count: Int, to target: UnsafeMutablePointer<UInt8>) -> Bool {
        let (source, target) = (UnsafeRawPointer(source), UnsafeMutableRawPointer(target))
        var high: UInt64 = 0
        var index = 0
        while index + 8 <= count {
            let word = source.loadUnaligned(fromByteOffset: index, as: UInt64.self)
            target.storeBytes(of: word, toByteOffset: index, as: UInt64.self)
            high |= word
            index += 8
        }
        if index == count { return high & 0x8080_8080_8080_8080 == 0 }
        if count >= 8 {
            let word = source.loadUnaligned(fromByteOffset: count - 8, as: UInt64.self)
            target.storeBytes(of: word, toByteOffset: count - 8, as: UInt64.self)
            return (high | word) & 0x8080_8080_8080_8080 == 0
        }
        while index < count {
            let byte = source.load(fromByteOffset: index, as: UInt8.self)
            target.storeBytes(of: byte, toByteOffset: index, as: UInt8.self)
            high |= UInt64(byte)
            index += 1
        }
        return high & 0x80 == 0
    }

    @inlinable
    package mutating func append(blob: UnsafeRawBufferPointer) {
        append(blob.assumingMemoryBound(to: UInt8.self), .blob)
    }

    @inlinable @inline(__always)
    mutating func append(_ content: UnsafeBufferPointer<UInt8>, _ kind: RowCell.Kind) {
        append(RowCell(bits: Int64(byteCount), count: UInt32(content.count), kind: kind))
        guard content.count > 0, let start = content.baseAddress else { return }
        let needed = byteCount + content.count
        if needed > memory.byteCapacity { memory.setByteCapacity(needed * 2) }
        (memory.bytes + byteCount).initialize(from: start, count: content.count)
        byteCount = needed
    }

    @inlinable @inline(__always)
    mutating func append(_ cell: RowCell) {
        if cellCount == keys.count * columnCount { stopForMissingCells() }
        (memory.cells + cellCount).initialize(to: cell)
        cellCount += 1
    }

    /// The page of the rows so far; the builder then begins another.
    package mutating func finish() -> RowPage {
        let page = finishLast()
        self = RowPageBuilder(entity, capacity: page.count)
        return page
    }

    /// The page of the rows so far, after which the builder is not used again.
    package mutating func finishLast() -> RowPage {
        if cellCount != keys.count * columnCount { stopForMissingCells() }
        // A page may live long: what is left over of its memory is given back, where it is worth it.
        if isWasteful(byteCount, memory.byteCapacity) { memory.setByteCapacity(byteCount) }
        if isWasteful(cellCount, memory.cellCapacity) { memory.setCellCapacity(cellCount) }
        return RowPage(entity, keys, memory: memory, byteCount: byteCount)
    }

    // Not of one row alone, whose memory the next page gets again.
    private func isWasteful(_ used: Int, _ capacity: Int) -> Bool { capacity - used > 128 && used * 5 < capacity * 4 }

    @usableFromInline
    func stopForMissingCells() -> Never {
        fatalError("A row of \(entity.name) was given too few or too many values. Append one for each column.")
    }
}

extension RowPageBuilder {
    /// Appends a copy of a row.
    package mutating func append(_ row: RowPage.Row) {
        beginRow(number: row.number, version: row.version)
        for value in row.values { append(value) }
    }
}
