import CSQLite
import Foundation
import SignalsCore
import SignalsSQL
import SignalsStoreCore

/// The connection of a store that writes: the only one of the process that writes and makes checkpoints.
///
/// A connection that failed to write or to sync is not used again. The next save opens another one; the old one stays
/// open until that has written, because as long as it is open the log's end is known, and the failed pages lie after
/// it. Overwriting these pages keeps a later recovery of the log from finding them.
final class SQLiteWriter: Sendable {
    private enum State: Sendable {
        case open(SQLiteConnection)
        case lost(SQLiteConnection)
        case closed
    }

    private let state: Locked<State>
    private let opening: SQLiteOpening
    private let lock: ProcessLock?
    private let identities: [FileIdentity]
    private let log: LogSize
    /// Nil where commits are not synced.
    let preallocation: WALPreallocation?
    private let dataVersion: Locked<StoredValue>
    private let schemaGuard: SchemaGuard

    init(_ opened: SQLiteOpening.Opened, opening: SQLiteOpening) {
        state = Locked(.open(opened.connection))
        self.opening = opening
        lock = opened.lock
        schemaGuard = opened.schemaGuard
        identities = [FileIdentity(opening.url.path), FileIdentity(opening.url.path + "-wal")].compactMap { $0 }
        dataVersion = Locked((try? opened.connection.value("PRAGMA data_version")) ?? .null)
        log = LogSize(step: opening.settings.logPages)
        log.follow(opened.connection)
        let pageSize = try? opened.connection.value("PRAGMA page_size")
        if case .integer(let pageSize) = pageSize, opening.settings.durability == .full {
            preallocation = WALPreallocation(log: log, pageSize: Int(pageSize))
        } else {
            preallocation = nil
        }
    }

    /// Runs what writes, while no other process does. Called by one thread at a time.
    ///
    /// - Throws: the reason why nothing was written.
    func write<Result>(_ body: (SQLiteConnection) throws(SQLiteFailure) -> Result) throws(SaveError) -> Result {
        if let obstacle = identities.lazy.compactMap(\.obstacle).first { throw SaveError(obstacle) }
        do {
            return try exclusively { wait throws(SQLiteFailure) in
                let connection = try usableConnection(wait)
                do throws(SQLiteFailure) { return try body(connection) } catch {
                    if !connection.isInAutocommit { try? connection.execute("ROLLBACK") }
                    var failure = error
                    if !failure.leavesConnectionIntact, replace(connection, wait) { failure.isInDoubt = false }
                    throw failure
                }
            }
        } catch { throw SaveError(error.saveReason) }
    }

    /// True if the log has grown so much that a checkpoint is due.
    var needsCheckpoint: Bool { log.isLarge }

    /// Makes a checkpoint. Called like `write`.
    func checkpoint() {
        guard identities.allSatisfy(\.isUnmoved), case .open(let connection) = state.withLock({ $0 }) else { return }
        try? exclusively(within: 0.1) { wait throws(SQLiteFailure) in
            connection.busyWait.begin(like: wait)
            let code = sqlite3_wal_checkpoint_v2(connection.handle, nil, log.checkpointMode, nil, nil)
            log.noteCheckpoint()
            // Its larger cache is for one transaction, and not to keep what is in memory twice.
            if opening.settings.isPrivate { sqlite3_db_release_memory(connection.handle) }
            let failure = SQLiteFailure(connection.handle, code)
            if code != SQLITE_OK, !failure.leavesConnectionIntact { replace(connection, wait) }
        }
    }

    /// True if another process has committed since the last call. Called like `write`.
    ///
    /// SQLite counts, for each connection, the commits of all others; and all that this process commits goes through
    /// this one.
    func takeForeignCommits() -> Bool {
        guard case .open(let connection) = state.withLock({ $0 }),
            let version = try? connection.value("PRAGMA data_version")
        else { return false }
        let isOther = dataVersion.withLock { last in
            defer { last = version }
            return last != version
        }
        // Later reads report the change.
        if isOther { try? schemaGuard.requireSame(connection) }
        return isOther
    }

    /// Closes the connection; the last one of all processes makes a checkpoint and deletes the log.
    func close() {
        let before = state.withLock { state in
            defer { state = .closed }
            return state
        }
        guard case .open(let connection) = before, identities.allSatisfy(\.isUnmoved) else { return }
        try? exclusively { _ throws(SQLiteFailure) in
            connection.movesLogWhenClosed = true
            connection.close()
        }
    }

    private func exclusively<Result>(
        within timeout: TimeInterval? = nil, _ body: (BusyWait) throws(SQLiteFailure) -> Result
    ) throws(SQLiteFailure) -> Result {
        let wait = BusyWait(timeout: timeout ?? opening.settings.busyTimeout)
        wait.begin()
        if let lock, !lock.lock(wait) { throw SQLiteFailure(code: SQLITE_BUSY, message: "locked by another process") }
        defer { lock?.unlock() }
        return try body(wait)
    }

    private func usableConnection(_ wait: BusyWait) throws(SQLiteFailure) -> SQLiteConnection {
        switch state.withLock({ $0 }) {
        case .open(let connection):
            connection.busyWait.begin(like: wait)
            return connection
        case .closed: throw SQLiteFailure(code: SQLITE_MISUSE, message: "the store is closed")
        case .lost: return try reopen(wait)
        }
    }

    /// Tries at once, so that the failed pages are overwritten before the failure is reported; returns false if that
    /// failed too.
    @discardableResult
    private func replace(_ connection: SQLiteConnection, _ wait: BusyWait) -> Bool {
        state.withLock { $0 = .lost(connection) }
        return (try? reopen(wait)) != nil
    }

    private func reopen(_ wait: BusyWait) throws(SQLiteFailure) -> SQLiteConnection {
        let connection = try opening.connectAgain()
        connection.busyWait.begin(like: wait)
        try SQLiteMetadata(connection).overwriteEndOfLog()
        log.follow(connection)
        let old = state.withLock { state in
            defer { state = .open(connection) }
            return state
        }
        withExtendedLifetime(old) {}
        return connection
    }
}
