import Dispatch
import SignalsCore
import SignalsStoreCore

/// Reads one state of the store, over a connection of its own, in a transaction that lasts as long as the pin.
final class PostgresPin: SnapshotReader {
    let tables: PostgresTables
    private let pool: ConnectionPool
    private let timeout: Double
    private let connection: PostgresConnection
    /// The last commit of the state; nil if it is unknown.
    let position: HistoryPosition?
    private let queue = DispatchQueue(label: "signals.postgres.pin")
    /// The error of each read after the transaction failed; nil before.
    private let end = Locked<FetchError?>(nil)

    /// - Throws: `PostgresFailure`.
    init(_ pool: ConnectionPool, _ tables: PostgresTables, timeout: Double) throws {
        self.pool = pool
        self.tables = tables
        self.timeout = timeout
        let deadline = Deadline(after: timeout)
        var position: HistoryPosition?
        connection = try pool.acquire(deadline) { connection in
            let begin = Statement("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
            let answers = try connection.run([begin, History(tables: tables).newest], deadline)
            position = HistoryPosition(answers[1], 0)
        }
        self.position = position
    }

    deinit { pool.release(connection) }

    func snapshot<Result>(isOneStatement: Bool, _ body: (ConnectionRows) throws -> Result) throws -> Result {
        try queue.sync {
            if let end = end.withLock({ $0 }) { throw end }
            do {
                return try body(
                    ConnectionRows(connection: connection, tables: tables, deadline: Deadline(after: timeout)))
            } catch let failure as PostgresFailure {
                let error = error(failure)
                if connection.hasFailed { end.withLock { $0 = error } }
                throw error
            }
        }
    }

    // A transaction that has failed reads nothing more, whatever it is asked for.
    private func error(_ failure: PostgresFailure) -> FetchError {
        guard failure.canRetry || failure.isCancellation else { return failure.fetchError(in: tables) }
        return .unreachable(reason: "the server ended the pinned state (\(failure.message)); it has to be pinned again")
    }
}
