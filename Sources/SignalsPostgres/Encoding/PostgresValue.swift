import Foundation
import SignalsStoreCore

/// Stored values as the server sends and takes them.
enum PostgresValue {
    /// Appends the length and the bytes of a value; false, and nothing is appended, if it is not of the type.
    static func append(_ value: StoredValue, as type: AttributeType, to bytes: inout [UInt8]) -> Bool {
        if value.isNull {
            bytes.append(bigEndian: Int32(-1))
            return true
        }
        let start = bytes.count
        bytes.append(bigEndian: Int32(0))
        guard appendContent(value, type, to: &bytes) else {
            bytes.removeSubrange(start...)
            return false
        }
        bytes.replace(at: start, bigEndian: Int32(bytes.count - start - 4))
        return true
    }

    private static func appendContent(_ value: StoredValue, _ type: AttributeType, to bytes: inout [UInt8]) -> Bool {
        switch (type.column, value) {
        case (.boolean, .integer(let bit)) where bit == 0 || bit == 1: bytes.append(UInt8(bit))
        case (.smallint, .integer(let integer)): return append(Int16(exactly: integer), to: &bytes)
        case (.integer, .integer(let integer)): return append(Int32(exactly: integer), to: &bytes)
        case (.bigint, .integer(let integer)): bytes.append(bigEndian: integer)
        case (.numeric, .integer(let integer)): return PostgresNumeric.append(String(integer), to: &bytes)
        case (.numeric, .text(let digits)): return PostgresNumeric.append(digits, to: &bytes)
        case (.numeric, .blob(let data)) where data.count == 8:
            return PostgresNumeric.append(String(data.reduce(0) { $0 << 8 | UInt64($1) }), to: &bytes)
        case (.real, .real(let real)): bytes.append(bigEndian: Float(real).bitPattern)
        case (.double, .real(let real)): bytes.append(bigEndian: real.bitPattern)
        // The blob that stands for NaN holds bits of one.
        case (.real, .blob(let data)) where data.count == 4: bytes.append(contentsOf: data)
        case (.double, .blob(let data)) where data.count == 8: bytes.append(contentsOf: data)
        case (.text, .text(let text)): PostgresText.append(text, to: &bytes)
        case (.bytea, .blob(let data)): bytes.append(contentsOf: data)
        case (.uuid, .blob(let data)) where data.count == 16: bytes.append(contentsOf: data)
        default: return false
        }
        return true
    }

    private static func append(_ integer: (some FixedWidthInteger)?, to bytes: inout [UInt8]) -> Bool {
        guard let integer else { return false }
        bytes.append(bigEndian: integer)
        return true
    }

    /// Decodes a value that the server sent; nil stands for null.
    static func value(_ bytes: UnsafeRawBufferPointer?, as type: AttributeType) -> StoredValue {
        guard let bytes else { return .null }
        switch type.column {
        case .boolean: return .integer(bytes.first == 0 ? 0 : 1)
        case .smallint: return .integer(Int64(bytes.bigEndian(Int16.self)))
        case .integer: return .integer(Int64(bytes.bigEndian(Int32.self)))
        case .bigint: return .integer(bytes.bigEndian(Int64.self))
        case .numeric: return numeric(PostgresNumeric.text(bytes), type)
        case .real: return Float(bitPattern: bytes.bigEndian(UInt32.self)).storedValue()
        case .double: return Double(bitPattern: bytes.bigEndian(UInt64.self)).storedValue()
        case .text: return .text(PostgresText.text(bytes))
        case .bytea, .uuid: return .blob(Data(bytes))
        }
    }

    private static func numeric(_ digits: String, _ type: AttributeType) -> StoredValue {
        type == .unsigned64 ? UInt64(digits).map { $0.storedValue() } ?? .text(digits) : .text(digits)
    }
}
