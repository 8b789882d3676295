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
    private final class Group {
        var accumulator: Accumulator
        var error: (any Error)?

        init(_ accumulator: Accumulator) { self.accumulator = accumulator }
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
            place.pointee = Unmanaged.passRetained(Group(Accumulator(kind, type))).toOpaque()
        }
        guard let pointer = place.pointee else { return }
        let group = Unmanaged<Group>.fromOpaque(pointer).takeUnretainedValue()
        do { try group.accumulator.add(SQLiteFunctions.value(arguments[1])) } catch { group.error = error }
    }

    private static func finish(_ context: OpaquePointer?) {
        guard let place = place(context, bytes: 0), let pointer = place.pointee else {
            return sqlite3_result_null(context)
        }
        let group = Unmanaged<Group>.fromOpaque(pointer).takeRetainedValue()
        place.pointee = nil
        SQLiteFunctions.answer(context) {
            if let error = group.error { throw error }
            return try group.accumulator.result()
        }
    }

    private static func place(
        _ context: OpaquePointer?, bytes: Int32
    ) -> UnsafeMutablePointer<UnsafeMutableRawPointer?>? {
        sqlite3_aggregate_context(context, bytes)?.assumingMemoryBound(to: UnsafeMutableRawPointer?.self)
    }
}
