import Foundation
import SignalsCore
import SignalsStoreCore

/// A transaction that writes to a store. It begins by locking the row that counts the commits, for which all other writers
/// wait until it ends: it reads what was committed last, and nobody changes that meanwhile.
final class PostgresTransaction: BatchReader {
    /// The state that was found when the row was locked.
    struct Opened: Sendable {
        /// The position of this commit.
        let position: HistoryPosition
        /// True if there was no commit since the last one that this process has seen; false if that is unknown.
        let isNext: Bool
    }

    /// The least number of rows that a server is expected to write in a second: a large save may take as long.
    static let rowsASecond = 5000.0

    private let connection: PostgresConnection
    private let configuration: Configuration
    private let seen: HistoryPosition
    /// The longest time, in seconds, that the server waits for the next statement; nil for the connection's own.
    private let idleTimeout: TimeInterval?
    private let deadline: @Sendable () -> Deadline
    private let progress = Locked(Progress())

    private struct Progress: Sendable {
        var opened: Opened?
        var failure: (any Error)?
    }

    private(set) var opened: Opened? {
        get { progress.withLock { $0.opened } }
        set { progress.withLock { $0.opened = newValue } }
    }

    /// The first failure to read, even if a caller has handled it.
    private(set) var failure: (any Error)? {
        get { progress.withLock { $0.failure } }
        set {
            progress.release { progress in
                defer { progress.failure = newValue }
                return progress.failure
            }
        }
    }

    /// The properties that all transactions of a store share.
    struct Configuration: Sendable {
        let tables: PostgresTables
        let origin: UUID
        /// The hash of the tables' model.
        let hash: String
        let synchronousCommit: String
        let commitTexts: [String: String]

        init(tables: PostgresTables, origin: UUID, hash: String, synchronousCommit: String) {
            (self.tables, self.origin, self.hash, self.synchronousCommit) = (tables, origin, hash, synchronousCommit)
            commitTexts = History(tables: tables).commitTexts
        }
    }

    /// - Parameters:
    ///   - seen: the last commit that this process has seen.
    ///   - pause: the longest time, in seconds, that the server waits for the next statement; nil for the connection's
    ///     own.
    ///   - deadline: returns the deadline of a round trip.
    init(
        _ connection: PostgresConnection, _ configuration: Configuration, seen: HistoryPosition, pause: TimeInterval?,
        deadline: @escaping @Sendable () -> Deadline
    ) {
        self.connection = connection
        self.configuration = configuration
        self.seen = seen
        idleTimeout = pause
        self.deadline = deadline
    }

    /// - Throws: `PostgresFailure`, or `SaveError`.
    func rows(_ requests: [RowRequest]) throws -> [[StoredRow]] {
        if let failure { throw failure }
        if requests.isEmpty { return [] }
        do {
            let statements = requests.map { RequestWriter.statement($0, configuration.tables[$0.table]) }
            return try zip(requests, run(statements)).map { try configuration.tables[$0.table].rows($1) }
        } catch {
            failure = error
            throw error
        }
    }

    /// Begins the transaction and locks the row, unless that was done.
    func begin() throws { if opened == nil { _ = try lockCounter() } }

    private func lockCounter() throws -> [PostgresResult] {
        do { return try run([]) } catch {
            failure = error
            throw error
        }
    }

    private func run(_ statements: [Statement]) throws -> [PostgresResult] {
        let deadline = deadline()
        if opened != nil { return try connection.run(statements, deadline) }
        let results = try connection.run(opening(deadline) + statements, deadline)
        let lock = results[results.count - statements.count - 1]
        guard lock.count == 1, let generation = lock.integer(0, 0), lock.text(0, 2) == configuration.hash else {
            throw SaveError(.modelChanged)
        }
        opened = Opened(
            position: HistoryPosition(generation: generation, token: UUID()),
            isNext: HistoryPosition.isNext(lock, after: seen))
        return Array(results.dropFirst(results.count - statements.count))
    }

    /// The statements that begin the transaction. Those after them see what was committed before the row was locked.
    private func opening(_ deadline: Deadline) -> [Statement] {
        // A standby refuses to begin what writes with the error that it has for changed tables. The session's setting is
        // not changed by others, as it is behind a pooler.
        let begin = Statement(
            "BEGIN ISOLATION LEVEL READ COMMITTED\(connection.preparesStatements ? "" : " READ WRITE")")
        return (idleTimeout == nil ? [begin] : [begin, timeouts(deadline)]) + [
            History(tables: configuration.tables).incrementGeneration
        ]
    }

    /// Returns the statement that sets the transaction's timeouts.
    private func timeouts(_ deadline: Deadline) -> Statement {
        var settings = Parameters()
        let wait = settings.add(String(max(1, deadline.milliseconds / 10 * 9)))
        let pause = settings.add(String(max(1, Int((idleTimeout ?? 0) * 1000))))
        return Statement(
            "SELECT pg_catalog.set_config('lock_timeout', \(wait), true), "
                + "pg_catalog.set_config('idle_in_transaction_session_timeout', \(pause), true)", settings)
    }

    /// Writes the edits and commits. After a failure that is `lost` or `timedOut` the outcome is unknown.
    func commit(_ edits: [TableEdits], _ notice: CommitNotice) throws {
        if let failure { throw failure }
        guard let opened else { return }
        var statements: [Statement] = []
        let count = edits.reduce(0) { $0 + $1.count }
        for edit in edits {
            statements += try TableWriter(table: configuration.tables[edit.table], edits: edit).statements()
        }
        statements += History(tables: configuration.tables).add(
            opened.position, from: configuration.origin, HistoryRecord(notice))
        _ = try connection.run(
            statements + [Statement("COMMIT")], deadline().extended(by: Double(count) / Self.rowsASecond))
    }

    /// Rolls the transaction back, if one is open.
    func rollBack() {
        guard !connection.isBroken, connection.isInTransaction else { return }
        _ = try? connection.run(Statement("ROLLBACK"), deadline())
    }
}
