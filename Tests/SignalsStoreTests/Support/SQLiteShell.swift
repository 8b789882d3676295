import CSQLite
import Foundation

/// SQLite without the library, as another program uses it.
enum SQLiteShell {
    struct Failure: Error { let code: Int32 }

    /// Runs statements on a file and returns the first column of the rows.
    @discardableResult
    static func run(_ sql: String, at url: URL) throws -> [String] {
        var database: OpaquePointer?
        defer { sqlite3_close_v2(database) }
        var code = sqlite3_open(url.path, &database)
        guard code == SQLITE_OK else { throw Failure(code: code) }
        var statement: OpaquePointer?
        code = sqlite3_prepare_v2(database, sql, -1, &statement, nil)
        defer { sqlite3_finalize(statement) }
        guard code == SQLITE_OK else { throw Failure(code: code) }
        var rows: [String] = []
        while true {
            switch sqlite3_step(statement) {
            case SQLITE_ROW: rows.append(sqlite3_column_text(statement, 0).map { String(cString: $0) } ?? "NULL")
            case SQLITE_DONE: return rows
            case let code: throw Failure(code: code)
            }
        }
    }
}
