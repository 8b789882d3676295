import CSQLite
import Foundation
import SignalsSQL
import SignalsStoreCore

/// Sums and averages that are exact, and fail where an integer overflows.
enum SQLiteAggregates {
    static func add(to database: OpaquePointer) {
        add("signals_sum", to: database, finish: { SQLiteAggregates.finish($0) }) { context, _, arguments in
            SQLiteAggregates.step(context, .sum, arguments)
        }
        add("signals_average", to: database, finish: { SQLiteAggregates.finish($0) }) { context, _, arguments in
            SQLiteAggregates.step(context, .average, arguments)
        }
    }

    private typealias Step = @convention(c) (OpaquePointer?, Int32, UnsafeMutablePointer<OpaquePointer?>?) -> Void
    private typealias Finish = @convention(c) (OpaquePointer?) -> Void

    private static func add(
        _ name: String, to database: OpaquePointer, finish: @escaping Finish, step: @escaping Step
    ) {
        let flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC
        sqlite3_create_function_v2(database, name, 2, flags, nil, nil, step, finish, nil)
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

    private static func step(
        _ context: OpaquePointer?, _ kind: Aggregation.Kind, _ arguments: UnsafeMutablePointer<OpaquePointer?>?
    ) {
        guard let arguments, let place = place(context, bytes: Int32(MemoryLayout<UnsafeRawPointer?>.size)) else {
            return
        }
        if place.pointee == nil {
            guard case .text(let name) = SQLiteFunctions.value(arguments[0]), let type = AttributeType(rawValue: name)
            else { return }
            place.pointee = .allocate(capacity: 1)
            place.pointee?.initialize(to: Group(kind, type))
        }
        place.pointee?.pointee.add(arguments[1])
    }

    private static func finish(_ context: OpaquePointer?) {
        guard let place = place(context, bytes: 0), let pointer = place.pointee else {
            return sqlite3_result_null(context)
        }
        let group = pointer.move()
        pointer.deallocate()
        place.pointee = nil
        SQLiteFunctions.answer(context) {
            if let error = group.error { throw error }
            return try group.accumulator.result()
        }
    }

    private static func place(
        _ context: OpaquePointer?, bytes: Int32
    ) -> UnsafeMutablePointer<UnsafeMutablePointer<Group>?>? {
        sqlite3_aggregate_context(context, bytes)?.assumingMemoryBound(to: UnsafeMutablePointer<Group>?.self)
    }
}
