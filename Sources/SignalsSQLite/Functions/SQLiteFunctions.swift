import CSQLite
import Foundation
import SignalsSQL
import SignalsStoreCore

/// The functions that queries compute as Swift does: SQLite's own functions end texts at NUL, compare bytes, and turn
/// an integer that overflows into a floating-point number.
enum SQLiteFunctions {
    static func add(to database: OpaquePointer) {
        SQLiteTexts.add(to: database)
        add("signals_count", 1, to: database) { context, _, arguments in
            SQLiteFunctions.answer(context) {
                try RowComputation.count(SQLiteFunctions.value(arguments?[0]))
            }
        }
        add("signals_unwrap", 1, to: database) { context, _, arguments in
            SQLiteFunctions.answer(context) { try RowComputation.unwrap(SQLiteFunctions.value(arguments?[0])) }
        }
        add("signals_convert", 3, to: database) { context, _, arguments in
            SQLiteFunctions.answer(context) {
                let values = SQLiteFunctions.values(arguments, 3)
                return try RowComputation.convert(values[0], values[1], values[2])
            }
        }
        SQLiteArithmetic.add(to: database)
        SQLiteSearches.add(to: database)
        addTexts(to: database)
        add("signals_is_element", 2, to: database) { context, _, arguments in
            SQLiteFunctions.answer(context) {
                guard let arguments, let set = sqlite3_value_pointer(arguments[1], SQLiteStatement.setType) else {
                    throw RowComputation.Failure(description: "no set is bound")
                }
                let values = Unmanaged<ValueSet>.fromOpaque(set).takeUnretainedValue()
                return values.contains(SQLiteFunctions.value(arguments[0])).storedValue()
            }
        }
    }

    // The original form of a normalised text, and the kept texts of a row.
    private static func addTexts(to database: OpaquePointer) {
        add("signals_exact", 3, to: database) { context, _, arguments in
            SQLiteFunctions.answer(context) {
                let values = SQLiteFunctions.values(arguments, 3)
                return KeptTexts(values[1]).exact(values[0], of: try SQLiteFunctions.name(values[2]))
            }
        }
        add("signals_composed", 1, to: database) { context, _, arguments in
            SQLiteFunctions.answer(context) {
                AttributeType.string.compared(SQLiteFunctions.values(arguments, 1)[0])
            }
        }
        add("signals_collation_key", 2, to: database) { context, _, arguments in
            SQLiteFunctions.answer(context) {
                let values = SQLiteFunctions.values(arguments, 2)
                guard case .text(let text) = values[0] else { return values[0] }
                return .blob(Collation.named(try SQLiteFunctions.name(values[1])).key(of: text))
            }
        }
        // The arguments: the kept texts, a column's name, its new value, another name, and so on.
        add("signals_kept", -1, to: database) { context, count, arguments in
            SQLiteFunctions.answer(context) {
                let values = SQLiteFunctions.values(arguments, Int(count))
                var kept = KeptTexts(values[0])
                for index in stride(from: 1, to: values.count - 1, by: 2) {
                    kept.keep(values[index + 1], of: try SQLiteFunctions.name(values[index]))
                }
                return kept.storedValue
            }
        }
    }

    /// Returns what a name in a statement that we wrote stands for.
    static func name<Name: RawRepresentable<String>>(_ value: StoredValue) throws -> Name {
        guard case .text(let text) = value, let name = Name(rawValue: text) else {
            throw RowComputation.Failure(description: "\(value) is not a \(Name.self)")
        }
        return name
    }

    private static func name(_ value: StoredValue) throws -> String {
        guard case .text(let name) = value else { throw RowComputation.Failure(description: "\(value) is not a name") }
        return name
    }

    private typealias Function =
        @convention(c) (OpaquePointer?, Int32, UnsafeMutablePointer<OpaquePointer?>?) -> Void

    private static func add(_ name: String, _ count: Int32, to database: OpaquePointer, _ function: Function) {
        let flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC
        sqlite3_create_function_v2(database, name, count, flags, nil, function, nil, nil, nil)
    }

    static func values(_ arguments: UnsafeMutablePointer<OpaquePointer?>?, _ count: Int) -> [StoredValue] {
        (0..<count).map { index in arguments.map { value($0[index]) } ?? .null }
    }

    static func value(_ argument: OpaquePointer?) -> StoredValue {
        switch sqlite3_value_type(argument) {
        case SQLITE_INTEGER: return .integer(sqlite3_value_int64(argument))
        case SQLITE_FLOAT: return .real(sqlite3_value_double(argument))
        case SQLITE_TEXT:
            let start = sqlite3_value_text(argument)
            let buffer = UnsafeBufferPointer(start: start, count: Int(sqlite3_value_bytes(argument)))
            return .text(String(decoding: buffer, as: UTF8.self))
        case SQLITE_BLOB:
            guard let start = sqlite3_value_blob(argument) else { return .blob(Data()) }
            return .blob(Data(bytes: start, count: Int(sqlite3_value_bytes(argument))))
        default: return .null
        }
    }

    static func answer(_ context: OpaquePointer?, _ compute: () throws -> StoredValue) {
        do {
            switch try compute() {
            case .null: sqlite3_result_null(context)
            case .integer(let integer): sqlite3_result_int64(context, integer)
            case .real(let real): sqlite3_result_double(context, real)
            case .text(let text):
                sqlite3_result_text(context, text, Int32(text.utf8.count), SQLiteStatement.transient)
            case .blob(let data):
                data.withUnsafeBytes { bytes in
                    sqlite3_result_blob(context, bytes.baseAddress, Int32(bytes.count), SQLiteStatement.transient)
                }
            }
        } catch { sqlite3_result_error(context, "\(RowComputation.Failure.mark)\(error)", -1) }
    }
}
