import CSQLite
import SignalsStoreCore

/// The function that orders the results of a search. The search is parsed once for all rows of a statement.
enum SQLiteSearches {
    private final class Sought {
        let search: TextSearch
        init(_ search: TextSearch) { self.search = search }
    }

    static func add(to database: OpaquePointer) {
        sqlite3_create_function_v2(
            database, "signals_relevance", -1, SQLITE_UTF8 | SQLITE_DETERMINISTIC, nil,
            { context, count, arguments in
                guard let arguments, count >= 2 else { return sqlite3_result_null(context) }
                let texts = (2..<Int(count)).compactMap { index -> String? in
                    if case .text(let text) = SQLiteFunctions.value(arguments[index]) { text } else { nil }
                }
                sqlite3_result_double(context, SQLiteSearches.search(context, arguments).relevance(of: texts))
            }, nil, nil, nil)
    }

    // SQLite keeps it beside the argument as long as that stays the same.
    private static func search(
        _ context: OpaquePointer?, _ arguments: UnsafeMutablePointer<OpaquePointer?>
    ) -> TextSearch {
        if let known = sqlite3_get_auxdata(context, 0) {
            return Unmanaged<Sought>.fromOpaque(known).takeUnretainedValue().search
        }
        guard case .text(let text) = SQLiteFunctions.value(arguments[0]) else { return TextSearch("") }
        let search = TextSearch(text, isBeingTyped: sqlite3_value_int(arguments[1]) != 0)
        sqlite3_set_auxdata(context, 0, Unmanaged.passRetained(Sought(search)).toOpaque()) { sought in
            if let sought { Unmanaged<Sought>.fromOpaque(sought).release() }
        }
        return search
    }
}
