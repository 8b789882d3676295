import SignalsStoreCore

/// Rows in the binary form that `COPY` takes.
struct CopyEncoder {
    private static let partSize = 1 << 16

    /// The rows since the last `drain`.
    private var bytes: [UInt8]
    private let table: PostgresTable
    private let columns: [AttributeType]

    init(_ table: PostgresTable) {
        self.table = table
        columns = table.table.columns.map(\.type)
        bytes = Array("PGCOPY\n".utf8) + [0xFF, 0x0D, 0x0A, 0]
        bytes.append(bigEndian: Int64(0))
    }

    /// Calls `body` with the bytes, and removes them.
    mutating func drain<Result, Thrown: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Thrown) -> Result
    ) throws(Thrown) -> Result {
        let result = try bytes.withUnsafeBufferPointer { bytes throws(Thrown) in try body(UnsafeRawBufferPointer(bytes))
        }
        bytes.removeAll(keepingCapacity: true)
        return result
    }

    mutating func finish() { bytes.append(bigEndian: Int16(-1)) }

    /// Appends the rows of a page and drains them part by part; false if a value is not of its column's type.
    mutating func append<Thrown: Error>(
        _ page: RowPage, _ take: (UnsafeRawBufferPointer) throws(Thrown) -> Void
    ) throws(Thrown) -> Bool {
        let isPlain = page.hasOnlyPlainBytes
        for row in page {
            let isAppended =
                isPlain || row.hasPlainTexts ? appendPlain(row) : append(table.allValues(row.stored))
            if !isAppended { return false }
            if bytes.count > Self.partSize { try drain(take) }
        }
        return true
    }

    private mutating func append(_ values: [StoredValue]) -> Bool {
        bytes.append(bigEndian: Int16(values.count))
        return zip(values, table.allTypes).allSatisfy { PostgresValue.append($0, as: $1, to: &bytes) }
    }

    private mutating func appendPlain(_ row: RowPage.Row) -> Bool {
        bytes.append(bigEndian: Int16(columns.count + (table.keepsTexts ? 3 : 2)))
        bytes.append(field: row.number)
        bytes.append(field: row.version)
        for (column, type) in columns.enumerated() where !bytes.append(row.cell(column), of: row.page, as: type) {
            return false
        }
        // No text is kept beside its normal form.
        if table.keepsTexts { bytes.append(bigEndian: Int32(-1)) }
        return true
    }
}
