import Foundation

/// Puts a page together: `beginRow`, then a value for each column, and so on; then `finish`.
package struct RowPageBuilder {
    /// How many rows a store puts into a page.
    package static let pageSize = 1024

    package let entity: EntitySchema
    private var numbers: ContiguousArray<Int64> = []
    private var versions: ContiguousArray<Int64> = []
    private var cells: ContiguousArray<RowCell> = []
    private var bytes: ContiguousArray<UInt8> = []

    package init(_ entity: EntitySchema, capacity: Int = 0) {
        self.entity = entity
        reserve(capacity)
    }

    /// The number of rows begun.
    package var count: Int { numbers.count }

    package mutating func reserve(_ rows: Int) {
        numbers.reserveCapacity(rows)
        versions.reserveCapacity(rows)
        cells.reserveCapacity(rows * entity.attributes.count)
    }

    package mutating func beginRow(number: Int64, version: Int64) {
        numbers.append(number)
        versions.append(version)
    }

    package mutating func append(_ value: StoredValue) {
        switch value {
        case .null: appendNull()
        case .integer(let integer): append(integer)
        case .real(let real): append(real)
        case .text(var text): text.withUTF8 { append(text: $0) }
        case .blob(let data): data.withUnsafeBytes { append(blob: $0) }
        }
    }

    package mutating func appendNull() { cells.append(RowCell(bits: 0, count: 0, kind: .null)) }

    package mutating func append(_ integer: Int64) { cells.append(RowCell(bits: integer, count: 0, kind: .integer)) }

    package mutating func append(_ real: Double) {
        cells.append(RowCell(bits: Int64(bitPattern: real.bitPattern), count: 0, kind: .real))
    }

    /// Appends a text, which is UTF-8.
    package mutating func append(text: UnsafeBufferPointer<UInt8>) {
        append(UnsafeRawBufferPointer(text), .text)
    }

    package mutating func append(blob: UnsafeRawBufferPointer) { append(blob, .blob) }

    private mutating func append(_ content: UnsafeRawBufferPointer, _ kind: RowCell.Kind) {
        cells.append(RowCell(bits: Int64(bytes.count), count: UInt32(content.count), kind: kind))
        bytes.append(contentsOf: content)
    }

    /// The page of the rows so far; the builder then begins another.
    package mutating func finish() -> RowPage {
        guard cells.count == numbers.count * entity.attributes.count else {
            fatalError("A row of \(entity.name) was given too few or too many values. Append one for each column.")
        }
        defer { self = RowPageBuilder(entity) }
        return RowPage(entity, numbers: numbers, versions: versions, cells: cells, bytes: bytes)
    }
}
