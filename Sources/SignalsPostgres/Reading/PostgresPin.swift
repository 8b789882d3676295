import Dispatch
import SignalsCore
import SignalsStoreCore

/// Reads the store as it was at one moment: over a connection of its own, in a transaction that lasts as long as the pin.
final class PostgresPin: SnapshotReader {
    let tables: PostgresTables
    private let pool: ConnectionPool
    private let patience: Double
    private let connection: PostgresConnection
    private let queue = DispatchQueue(label: "signals.postgres.pin")

    /// - Throws: `PostgresFailure`.
    init(_ pool: ConnectionPool, _ tables: PostgresTables, patience: Double) throws {
        self.pool = pool
        self.tables = tables
        self.patience = patience
        let deadline = Deadline(after: patience)
        connection = try pool.take(deadline) { connection in
            _ = try connection.run(
                [Statement("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"), History(tables: tables).newest], deadline
            )
        }
    }

    deinit { pool.give(back: connection) }

    func snapshot<Result>(isOneStatement: Bool, _ body: (ConnectionRows) throws -> Result) throws -> Result {
        try queue.sync {
            do {
                return try body(
                    ConnectionRows(connection: connection, tables: tables, deadline: Deadline(after: patience)))
            } catch let failure as PostgresFailure { throw failure.fetchError }
        }
    }
}
