import SignalsStoreCore

// Rows whose texts are stored as they are, so that the bytes of their page are sent.

extension RowPage {
    /// True if no byte of a text can be anything but itself in normal form, or one that is escaped.
    var hasOnlyPlainBytes: Bool { withAllBytes { $0.allSatisfy { $0 >= 2 && $0 < 0xCC } } }
}

extension RowPage.Row {
    /// True if all texts are in normal form and without a character that is escaped.
    var hasPlainTexts: Bool {
        page.entity.attributes.enumerated().allSatisfy { column, attribute in
            let cell = cell(column)
            guard cell.kind == .text else { return true }
            return page.withBytes(of: cell) { bytes in
                !bytes.contains { $0 < 2 } && (attribute.type != .string || NormalForm.holds(bytes))
            }
        }
    }

    /// The row by itself.
    var stored: StoredRow { StoredRow(number: number, version: version, values: values) }
}

extension [UInt8] {
    /// Appends the length and the bytes of an integer of eight bytes.
    mutating func append(field integer: Int64) {
        append(bigEndian: Int32(8))
        append(bigEndian: integer)
    }

    /// Appends the length and the bytes of a plain value; false, and nothing is appended, if it is not of the type.
    mutating func append(_ cell: RowCell, of page: RowPage, as type: AttributeType) -> Bool {
        switch (type.column, cell.kind) {
        case (_, .null): append(bigEndian: Int32(-1))
        case (.bigint, .integer), (.double, .real): append(field: cell.bits)
        case (.text, .text), (.bytea, .blob):
            append(bigEndian: Int32(cell.count))
            page.withBytes(of: cell) { append(contentsOf: $0) }
        default: return PostgresValue.append(page.value(of: cell), as: type, to: &self)
        }
        return true
    }
}
