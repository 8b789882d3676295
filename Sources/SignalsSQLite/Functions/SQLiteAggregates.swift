import CSQLite
import Foundation
import SignalsSQL
import SignalsStoreCore

/// Sums and averages that are exact, and fail where an integer overflows.
enum SQLiteAggregates {
    private static let kinds: [Aggregation.Kind] = [.sum, .average]

    /// Each on each type is a function of its own, so that a row's value is all that is handed over.
    static func add(to database: OpaquePointer) {
        let types = AttributeType.allCases
        for (row, kind) in kinds.enumerated() {
            for (column, type) in types.enumerated() {
                sqlite3_create_function_v2(
                    database, SQLiteDialect.function(kind, type), 1, SQLITE_UTF8 | SQLITE_DETERMINISTIC,
                    UnsafeMutableRawPointer(bitPattern: row * types.count + column + 1), nil,
                    { context, _, arguments in SQLiteAggregates.step(context, arguments) },
                    { SQLiteAggregates.finish($0) }, nil)
            }
        }
    }

    /// The state of a group from row to row.
    private struct Group {
        var accumulator: Accumulator
        let numbers: Accumulator.Numbers
        var error: (any Error)?

        init(_ kind: Aggregation.Kind, _ type: AttributeType) {
            accumulator = Accumulator(kind, type)
            numbers = accumulator.numbers
        }

        /// Most values are numbers as the accumulator adds them up, which takes a fraction of what a `StoredValue` does.
        mutating func add(_ value: OpaquePointer?) {
            switch (numbers, sqlite3_value_type(value)) {
            case (.integers, SQLITE_INTEGER): accumulator.add(integer: sqlite3_value_int64(value))
            case (.reals, SQLITE_FLOAT): accumulator.add(real: sqlite3_value_double(value))
            default: do { try accumulator.add(SQLiteFunctions.value(value)) } catch { self.error = error }
            }
        }
    }

    private static func step(_ context: OpaquePointer?, _ arguments: UnsafeMutablePointer<OpaquePointer?>?) {
        guard let arguments, let memory = memory(context, bytes: Int32(MemoryLayout<UnsafeRawPointer?>.size)) else {
            return
        }
        if memory.pointee == nil {
            let types = AttributeType.allCases
            let (row, column) = (Int(bitPattern: sqlite3_user_data(context)) - 1).quotientAndRemainder(
                dividingBy: types.count)
            memory.pointee = .allocate(capacity: 1)
            memory.pointee?.initialize(to: Group(kinds[row], types[column]))
        }
        memory.pointee?.pointee.add(arguments[0])
    }

    private static func finish(_ context: OpaquePointer?) {
        guard let memory = memory(context, bytes: 0), let pointer = memory.pointee else {
            return sqlite3_result_null(context)
        }
        let group = pointer.move()
        pointer.deallocate()
        memory.pointee = nil
        SQLiteFunctions.answer(context) {
            if let error = group.error { throw error }
            return try group.accumulator.result()
        }
    }

    private static func memory(
        _ context: OpaquePointer?, bytes: Int32
    ) -> UnsafeMutablePointer<UnsafeMutablePointer<Group>?>? {
        sqlite3_aggregate_context(context, bytes)?.assumingMemoryBound(to: UnsafeMutablePointer<Group>?.self)
    }
}
