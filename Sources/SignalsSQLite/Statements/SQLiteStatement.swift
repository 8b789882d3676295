import CSQLite
import Foundation
import SignalsSQL
import SignalsStoreCore

/// A compiled statement of one connection, used on the thread that uses the connection.
final class SQLiteStatement {
    let handle: OpaquePointer
    private let database: OpaquePointer
    /// The bytes from one value of a row to the next; nil before the first row.
    private var stride: Int??
    /// The size of the last page of its rows, for which room is made when it runs again.
    var latestPage = (rowCount: 4, byteCount: 128)

    init(_ sql: String, database: OpaquePointer) throws(SQLiteFailure) {
        self.database = database
        var statement: OpaquePointer?
        let code = sqlite3_prepare_v3(database, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &statement, nil)
        guard code == SQLITE_OK, let statement else { throw SQLiteFailure(database, code) }
        handle = statement
    }

    deinit { sqlite3_finalize(handle) }

    /// The values of the present row.
    @inline(__always)
    var registers: RowRegisters {
        if let stride { return RowRegisters(handle, stride: stride) }
        let found = RowRegisters.stride(of: handle)
        stride = .some(found)
        return RowRegisters(handle, stride: found)
    }

    /// Binds a value to each placeholder, in order.
    func bind(_ values: [StoredValue]) throws(SQLiteFailure) {
        for (index, value) in values.enumerated() { try bind(value, at: Int32(index + 1)) }
    }

    func bind(_ value: StoredValue, at position: Int32) throws(SQLiteFailure) {
        let code =
            switch value {
            case .null: sqlite3_bind_null(handle, position)
            case .integer(let integer): sqlite3_bind_int64(handle, position, integer)
            case .real(let real): sqlite3_bind_double(handle, position, real)
            case .text(let text): Self.bind(text, handle, position)
            case .blob(let data):
                data.withUnsafeBytes { bytes in
                    sqlite3_bind_blob64(
                        handle, position, bytes.baseAddress ?? Self.nothing, UInt64(bytes.count), Self.transient)
                }
            }
        try check(code)
    }

    func check(_ code: Int32) throws(SQLiteFailure) {
        guard code == SQLITE_OK else { throw SQLiteFailure(database, code) }
    }

    /// Binds a pointer for a function of ours; SQLite calls `release` when it is done with it, also when this fails.
    func bind(
        pointer: UnsafeMutableRawPointer, _ type: UnsafePointer<CChar>, at position: Int32,
        release: @convention(c) (UnsafeMutableRawPointer?) -> Void
    ) throws(SQLiteFailure) {
        let code = sqlite3_bind_pointer(handle, position, pointer, type, release)
        guard code == SQLITE_OK else { throw SQLiteFailure(database, code) }
    }

    private static func bind(_ text: String, _ handle: OpaquePointer, _ position: Int32) -> Int32 {
        var text = text
        return text.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) { characters in
                sqlite3_bind_text64(
                    handle, position, characters.baseAddress ?? UnsafePointer(OpaquePointer(Self.nothing)),
                    UInt64(characters.count), Self.transient, UInt8(SQLITE_UTF8))
            }
        }
    }

    /// Goes to the next row; false when there is none.
    func step() throws(SQLiteFailure) -> Bool {
        switch sqlite3_step(handle) {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        case let code: throw SQLiteFailure(database, code)
        }
    }

    /// Runs a statement that has no rows, and makes it ready to be run again.
    func run(_ values: [StoredValue], _ more: [StoredValue] = []) throws(SQLiteFailure) {
        defer { reset() }
        try bind(values)
        for (index, value) in more.enumerated() { try bind(value, at: Int32(values.count + index + 1)) }
        while try step() {}
    }

    /// Makes the statement ready to be run again. What failed before is not reported a second time.
    func reset() {
        sqlite3_reset(handle)
        sqlite3_clear_bindings(handle)
    }

    /// The statement as it was compiled.
    var text: String { sqlite3_sql(handle).map { String(cString: $0) } ?? "" }

    /// The number of rows that were looked at one after the other since the last call, as SQLite counts them: steps from
    /// one to the next.
    func takeScannedRowCount() -> Int {
        let steps = sqlite3_stmt_status(handle, SQLITE_STMTSTATUS_FULLSCAN_STEP, 1)
        return steps == 0 ? 0 : Int(steps) + 1
    }

    func integer(at column: Int) -> Int64 { sqlite3_column_int64(handle, Int32(column)) }

    /// The value of a column of the present row; nil for text that is not UTF-8.
    ///
    /// The value itself is asked, and a text for its bytes, as where a row is appended to a page.
    func value(at column: Int) -> StoredValue? {
        let value = sqlite3_column_value(handle, Int32(column))
        switch sqlite3_value_type(value) {
        case SQLITE_INTEGER: return .integer(sqlite3_value_int64(value))
        case SQLITE_FLOAT: return .real(sqlite3_value_double(value))
        case SQLITE_TEXT: return UTF8Check.text(Self.bytes(of: value)).map(StoredValue.text)
        case SQLITE_BLOB: return .blob(Data(buffer: Self.bytes(of: value)))
        default: return .null
        }
    }

    private static func bytes(of value: OpaquePointer?) -> UnsafeBufferPointer<UInt8> {
        let start = sqlite3_value_blob(value)?.assumingMemoryBound(to: UInt8.self)
        return UnsafeBufferPointer(start: start, count: Int(sqlite3_value_bytes(value)))
    }

    /// `SQLITE_TRANSIENT`, which is a macro with a cast and not imported: SQLite copies the value.
    // SAFETY: SQLite compares the pointer with -1 and does not call it.
    static let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
    // No bytes at an address, since no address means NULL.
    static var nothing: UnsafeRawPointer { UnsafeRawPointer(bitPattern: 8)! }
}
