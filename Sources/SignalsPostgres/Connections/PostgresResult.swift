import CPostgres
import SignalsStoreCore

/// The result of one statement, with its values in binary format.
///
/// Not Sendable: it is read where it was asked for.
final class PostgresResult {
    private let handle: OpaquePointer

    init(_ handle: OpaquePointer) { self.handle = handle }

    deinit { PQclear(handle) }

    var count: Int { Int(PQntuples(handle)) }
    var columnCount: Int { Int(PQnfields(handle)) }

    /// The number of rows that the statement changed.
    var changedCount: Int { PQcmdTuples(handle).flatMap { Int(String(cString: $0)) } ?? 0 }

    /// The bytes of a value, which are valid as long as the result is; nil for null.
    func bytes(_ row: Int, _ column: Int) -> UnsafeRawBufferPointer? {
        let (row, column) = (Int32(row), Int32(column))
        let count = Int(PQgetlength(handle, row, column))
        // Asked of empty values only: most are not, and null is empty.
        if count == 0, PQgetisnull(handle, row, column) == 1 { return nil }
        return PQgetvalue(handle, row, column).map { UnsafeRawBufferPointer(start: $0, count: count) }
    }

    /// Throws `schemaMismatch` unless the columns have these types, from one column on. Another program may have migrated
    /// the table, and its bytes would be decoded as another type.
    func require(_ types: some Sequence<AttributeType>, from first: Int = 0) throws(PostgresFailure) {
        for (column, type) in zip(first..., types) where PQftype(handle, Int32(column)) != type.column.rawValue {
            throw .schemaMismatch
        }
    }

    func integer(_ row: Int, _ column: Int) -> Int64? { bytes(row, column).map { $0.bigEndian(Int64.self) } }

    func text(_ row: Int, _ column: Int) -> String? {
        bytes(row, column).map { String(decoding: $0, as: UTF8.self) }
    }
}
