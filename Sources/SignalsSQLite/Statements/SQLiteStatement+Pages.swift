import CSQLite
import SignalsSQL
import SignalsStoreCore

extension SQLiteStatement {
    /// Runs a statement that has placeholders for some rows of a page, one row after the other: number, version, and
    /// values. Texts and blobs are not copied: `bytes` are the page's, and stay where they are until the statement is
    /// reset and its bindings are cleared.
    func run(_ rows: Slice<RowPage>, bytes: UnsafeBufferPointer<UInt8>) throws(SQLiteFailure) {
        defer { sqlite3_reset(handle) }
        let columns = rows.base.columnCount
        var position: Int32 = 1
        for row in rows.startIndex..<rows.endIndex {
            try bind(row, of: rows.base, at: position, bytes)
            position += Int32(columns + 2)
        }
        while try step() {}
    }

    /// The same with the first rows of several pages of one entity.
    func run(firstRowsOf pages: some Sequence<RowPage>) throws(SQLiteFailure) {
        defer { reset() }
        var position: Int32 = 1
        for page in pages {
            try page.withAllBytes { bytes throws(SQLiteFailure) in try bind(0, of: page, at: position, bytes) }
            position += Int32(page.columnCount + 2)
        }
        while try step() {}
    }

    @inline(__always)
    private func bind(
        _ row: Int, of page: RowPage, at start: Int32, _ bytes: UnsafeBufferPointer<UInt8>
    ) throws(SQLiteFailure) {
        let key = page.key(row)
        try check(sqlite3_bind_int64(handle, start, key.number))
        try check(sqlite3_bind_int64(handle, start + 1, key.version))
        for column in 0..<page.columnCount {
            try check(bind(page.cell(row, column), at: start + 2 + Int32(column), bytes: bytes))
        }
    }

    private func bind(_ cell: RowCell, at position: Int32, bytes: UnsafeBufferPointer<UInt8>) -> Int32 {
        switch cell.kind {
        case .null: return sqlite3_bind_null(handle, position)
        case .integer: return sqlite3_bind_int64(handle, position, cell.bits)
        case .real: return sqlite3_bind_double(handle, position, Double(bitPattern: UInt64(bitPattern: cell.bits)))
        case .text:
            let start = Self.start(of: cell, in: bytes).assumingMemoryBound(to: CChar.self)
            return sqlite3_bind_text64(handle, position, start, UInt64(cell.count), nil, UInt8(SQLITE_UTF8))
        case .blob:
            return sqlite3_bind_blob64(handle, position, Self.start(of: cell, in: bytes), UInt64(cell.count), nil)
        }
    }

    private static func start(of cell: RowCell, in bytes: UnsafeBufferPointer<UInt8>) -> UnsafeRawPointer {
        guard cell.count > 0, let base = bytes.baseAddress else { return nothing }
        return UnsafeRawPointer(base + Int(cell.bits))
    }

    /// Appends the present row, whose columns are the number, the version, those of the page's entity, and what the row
    /// keeps of its texts where the entity has texts.
    ///
    /// - Throws: `FetchError` when a text is not UTF-8.
    func appendRow(to page: inout RowPageBuilder, columns: Int, keepingTexts: Bool) throws {
        let values = registers
        let number = sqlite3_value_int64(values[0])
        page.beginRow(number: number, version: sqlite3_value_int64(values[1]))
        if keepingTexts, sqlite3_value_type(values[columns + 2]) != SQLITE_NULL {
            return try appendExactValues(to: &page, columns, number)
        }
        for column in 0..<columns where !Self.append(values[column + 2], to: &page) {
            let name = page.entity.attributes[column].name
            throw FetchError.store(reason: "\(page.entity.name).\(name) of \(number) is not UTF-8")
        }
    }

    /// Appends the values of a row of which a text was not in normal form.
    private func appendExactValues(to page: inout RowPageBuilder, _ columns: Int, _ number: Int64) throws {
        let kept = KeptTexts(value(at: columns + 2) ?? .null)
        for column in 0..<columns {
            let name = page.entity.attributes[column].name
            guard let value = value(at: column + 2) else {
                throw FetchError.store(reason: "\(page.entity.name).\(name) of \(number) is not UTF-8")
            }
            page.append(page.entity.attributes[column].type == .string ? kept.exact(value, of: name) : value)
        }
    }

    /// False for a text that is not UTF-8.
    ///
    /// The value itself is asked, which skips what each call about a column does again. That is allowed since no other
    /// thread uses the connection, which was opened with `SQLITE_OPEN_NOMUTEX`.
    @inline(__always)
    private static func append(_ value: OpaquePointer?, to page: inout RowPageBuilder) -> Bool {
        switch sqlite3_value_type(value) {
        case SQLITE_INTEGER: page.append(sqlite3_value_int64(value))
        case SQLITE_FLOAT: page.append(sqlite3_value_double(value))
        case SQLITE_TEXT:
            // As a blob, which gives the same bytes: a text would first be copied, to put a NUL after it.
            let start = sqlite3_value_blob(value)?.assumingMemoryBound(to: UInt8.self)
            let text = UnsafeBufferPointer(start: start, count: Int(sqlite3_value_bytes(value)))
            if !page.appendReportingASCII(text), UTF8Check.text(text) == nil { return false }
        case SQLITE_BLOB:
            let start = sqlite3_value_blob(value)
            page.append(blob: UnsafeRawBufferPointer(start: start, count: Int(sqlite3_value_bytes(value))))
        default: page.appendNull()
        }
        return true
    }
}

/// The check that bytes are valid UTF-8.
enum UTF8Check {
    /// Returns the text of the bytes; nil if they are not valid UTF-8.
    ///
    /// `String(validating:as:)` takes ten times as long, since nothing specialises it. Here invalid bytes show by the
    /// repaired bytes, which differ.
    static func text(_ bytes: UnsafeBufferPointer<UInt8>) -> String? {
        if let short = ShortText.text(bytes) { return short }
        var text = String(decoding: bytes, as: UTF8.self)
        if isASCII(UnsafeRawBufferPointer(bytes)) { return text }
        return text.withUTF8 { $0.elementsEqual(bytes) } ? text : nil
    }

    // Eight bytes at a time: most texts are, and this costs next to nothing.
    private static func isASCII(_ bytes: UnsafeRawBufferPointer) -> Bool {
        var (index, high) = (0, UInt64(0))
        while index + 8 <= bytes.count {
            high |= bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)
            index += 8
        }
        while index < bytes.count {
            high |= UInt64(bytes[index])
            index += 1
        }
        return high & 0x8080_8080_8080_8080 == 0
    }
}
