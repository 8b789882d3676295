import CSQLite
import Foundation
import SignalsSQL
import SignalsStoreCore

/// One connection to an SQLite database, with the functions and collations that queries use.
///
/// It is used by one thread at a time: by the one that took it out of its pool, or that leads the writer.
// SAFETY: the connection has no lock of its own; `ReaderPool` and `SaveQueue` hand it to one thread at a time, under a
// lock, and `PinnedReader` and `SQLiteTurn` use it on a serial queue of their own, so that each use happens after the one
// before.
package final class SQLiteConnection: @unchecked Sendable {
    let handle: OpaquePointer
    /// The wait for another process that holds one of SQLite's locks.
    let busyWait: BusyWait
    private var statements: [String: SQLiteStatement] = [:]
    /// The one that was asked for last: saves that come together mostly insert into one table.
    private var latest: (sql: String, statement: SQLiteStatement)?
    /// The statements by the forms of the queries that they are for.
    private var statementsOfForms: [QueryForm: SQLiteStatement] = [:]
    /// The one that was asked for last: to compare two forms takes less than to hash one.
    private var latestOfForms: (form: QueryForm, statement: SQLiteStatement)?
    private var isOpen = true
    /// The read transaction that is open between reads.
    var lingering: LingeringRead?
    /// The number of reads since the last write.
    var readsInRow = 0
    /// The meter of the queries that are run; nil without diagnostics.
    var meter: QueryMeter?
    /// True if statements may call the functions of ours.
    private var hasFunctions = false

    /// Opens the database file, which is created where it is missing.
    init(path: String, creating: Bool = true, settings: SQLiteSettings = SQLiteSettings()) throws(SQLiteFailure) {
        var database: OpaquePointer?
        let flags = SQLITE_OPEN_READWRITE | (creating ? SQLITE_OPEN_CREATE : 0) | SQLITE_OPEN_NOMUTEX
        let code = sqlite3_open_v2(path, &database, flags, settings.vfs)
        guard code == SQLITE_OK, let database else {
            defer { sqlite3_close_v2(database) }
            throw database.map { SQLiteFailure($0, code) } ?? SQLiteFailure(code: code, message: "out of memory")
        }
        handle = database
        sqlite3_extended_result_codes(database, 1)
        busyWait = BusyWait(timeout: settings.busyTimeout)
        sqlite3_busy_handler(
            database, { SQLiteConnection.wait($0, attempt: $1) }, Unmanaged.passUnretained(busyWait).toOpaque())
        movesLogWhenClosed = false
        SQLiteCollations.add(to: database)
    }

    deinit { close() }

    /// Closes the connection, which is not used again.
    package func close() {
        statements = [:]
        statementsOfForms = [:]
        latestOfForms = nil
        latest = nil
        lingering = nil
        if isOpen { sqlite3_close_v2(handle) }
        isOpen = false
    }

    /// True if the file can be read only: SQLite then opens it all the same.
    var isReadOnly: Bool { sqlite3_db_readonly(handle, "main") == 1 }

    /// True if no transaction is open.
    var isInAutocommit: Bool { sqlite3_get_autocommit(handle) != 0 }

    /// True if the transaction goes on when one of its statements failed. After a full disk or an I/O error all of it
    /// is lost, even where SQLite has kept it open.
    func isTransactionOpen(after failure: SQLiteFailure) -> Bool { failure.isOfTheStatement && !isInAutocommit }

    /// The number of rows that the last statement changed.
    package var changes: Int { Int(sqlite3_changes(handle)) }

    /// The compiled statement, kept for the next time. It has been reset.
    func statement(_ sql: String) throws(SQLiteFailure) -> SQLiteStatement {
        // A failure must not find an earlier error there.
        errno = 0
        if let latest, latest.sql == sql { return latest.statement }
        let statement: SQLiteStatement
        if let prepared = statements[sql] { statement = prepared } else { statement = try prepare(sql) }
        latest = (sql, statement)
        return statement
    }

    /// The compiled statement of the queries of a form, whose text is asked for the first time.
    func statement(of form: QueryForm, _ text: () -> String) throws(SQLiteFailure) -> SQLiteStatement {
        errno = 0
        if let latestOfForms, latestOfForms.form == form { return latestOfForms.statement }
        let statement: SQLiteStatement
        if let known = statementsOfForms[form] {
            statement = known
        } else {
            statement = try firstStatement(of: form, text())
        }
        latestOfForms = (form, statement)
        return statement
    }

    private func firstStatement(of form: QueryForm, _ text: String) throws(SQLiteFailure) -> SQLiteStatement {
        let statement = try statement(text)
        if statementsOfForms.count >= Self.greatestStatementCount { statementsOfForms = [:] }
        statementsOfForms[form] = statement
        return statement
    }

    private static let greatestStatementCount = 100

    private func prepare(_ sql: String) throws(SQLiteFailure) -> SQLiteStatement {
        let statement: SQLiteStatement
        do { statement = try SQLiteStatement(sql, database: handle) } catch {
            guard addFunctions() else { throw error }
            statement = try SQLiteStatement(sql, database: handle)
        }
        if statements.count >= Self.greatestStatementCount { statements = [:] }
        statements[sql] = statement
        return statement
    }

    /// Adds the package's functions, for the first statement that SQLite cannot compile without them: there are two
    /// hundred, and adding them takes an eighth of the time of opening a store.
    ///
    /// - Returns: false if they were added before.
    private func addFunctions() -> Bool {
        if hasFunctions { return false }
        hasFunctions = true
        SQLiteFunctions.add(to: handle)
        SQLiteAggregates.add(to: handle)
        return true
    }

    /// Runs a statement that has no rows of interest.
    package func execute(_ sql: String, _ values: [StoredValue] = []) throws(SQLiteFailure) {
        try statement(sql).run(values)
    }

    /// Runs a statement once and hands over its rows' columns.
    package func rows(_ sql: String, _ values: [StoredValue] = [], columns: Int = 1) throws(SQLiteFailure)
        -> [[StoredValue]]
    {
        let statement = try statement(sql)
        defer { statement.reset() }
        try statement.bind(values)
        var rows: [[StoredValue]] = []
        while try statement.step() { rows.append((0..<columns).map { statement.value(at: $0) ?? .null }) }
        return rows
    }

    /// The first column of the first row.
    package func value(_ sql: String, _ values: [StoredValue] = []) throws(SQLiteFailure) -> StoredValue {
        try rows(sql, values).first?.first ?? .null
    }

    /// True if this connection, when it is the last of all processes' to close, makes a checkpoint and deletes the
    /// write-ahead log. Off by default.
    var movesLogWhenClosed: Bool {
        get { signals_db_config(handle, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, -1) == 0 }
        set { _ = signals_db_config(handle, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, newValue ? 0 : 1) }
    }

    /// Keeps this connection from changing anything, and the pages that it reads in 16 MB of memory instead of 2: most
    /// tables fit, and reading all rows of one again takes a quarter less.
    func onlyRead() throws(SQLiteFailure) {
        sqlite3_wal_autocheckpoint(handle, 0)
        try execute("PRAGMA query_only = 1")
        try execute("PRAGMA cache_size = -16384")
    }

    private static func wait(_ context: UnsafeMutableRawPointer?, attempt: Int32) -> Int32 {
        guard let context else { return 0 }
        let wait = Unmanaged<BusyWait>.fromOpaque(context).takeUnretainedValue()
        if attempt == 0 { wait.beginUnlessBegun() }
        return wait.again() ? 1 : 0
    }
}

extension SQLiteFailure {
    init(_ database: OpaquePointer, _ code: Int32) {
        // SQLite does not keep the system's answer to a COMMIT that failed.
        let (last, kept) = (errno, sqlite3_system_errno(database))
        let isOfSystem = [SQLITE_IOERR, SQLITE_CANTOPEN].contains(code & 0xFF)
        self.init(
            code: sqlite3_extended_errcode(database), systemCode: kept == 0 && isOfSystem ? last : kept,
            message: String(cString: sqlite3_errmsg(database)))
    }
}
