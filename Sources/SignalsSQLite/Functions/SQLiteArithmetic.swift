import CSQLite
import SignalsSQL
import SignalsStoreCore

/// Arithmetic as Swift does it: SQLite turns an integer that overflows into a floating-point number. Each operation on
/// each type is a function of its own, so that a row's computation reads two numbers, and no name.
enum SQLiteArithmetic {
    private typealias Operation = QueryExpression.ArithmeticOperation

    private static let types = AttributeType.allCases.filter(\.isNumber)

    static func add(to database: OpaquePointer) {
        for (row, operation) in Operation.allCases.enumerated() {
            for (column, type) in types.enumerated() {
                sqlite3_create_function_v2(
                    database, SQLiteDialect.function(operation, type), 2, SQLITE_UTF8 | SQLITE_DETERMINISTIC,
                    UnsafeMutableRawPointer(bitPattern: row * types.count + column + 1),
                    { context, _, arguments in SQLiteArithmetic.answer(context, arguments) }, nil, nil, nil)
            }
        }
    }

    private static func answer(_ context: OpaquePointer?, _ arguments: UnsafeMutablePointer<OpaquePointer?>?) {
        let (row, column) = (Int(bitPattern: sqlite3_user_data(context)) - 1).quotientAndRemainder(
            dividingBy: types.count)
        SQLiteFunctions.answer(context) {
            try RowComputation.arithmetic(
                Operation.allCases[row], types[column], SQLiteFunctions.value(arguments?[0]),
                SQLiteFunctions.value(arguments?[1]))
        }
    }
}

extension AttributeType {
    /// True if predicates and updates compute with values of the type.
    fileprivate var isNumber: Bool {
        switch self {
        case .integer8, .integer16, .integer32, .integer64, .unsigned8, .unsigned16, .unsigned32, .unsigned64, .float,
            .double, .decimal:
            true
        case .boolean, .string, .date, .data, .uuid, .url, .codable, .reference: false
        }
    }
}
