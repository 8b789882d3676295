import Foundation
import SignalsCore
import SignalsStoreCore

/// The connection that writes, which is opened again when it is lost.
final class WriterConnection: Sendable {
    private let address: PostgresAddress
    private let settings: [(name: String, value: String)]
    private let state = Locked(State())

    private struct State: Sendable {
        /// Nil while it is in use.
        var connection: PostgresConnection?
        var processID: Int32 = 0
    }

    /// - Parameter timeout: the longest time, in seconds, that a statement waits for other writers.
    init(_ address: PostgresAddress, _ configuration: PostgresTransaction.Configuration, timeout: TimeInterval) {
        self.address = address
        settings = [
            ("default_transaction_isolation", "read committed"), ("default_transaction_read_only", "off"),
            ("synchronous_commit", configuration.synchronousCommit),
            // So that the server says that a row is taken before nobody waits for its answer any more.
            ("lock_timeout", String(max(1, Int(timeout * 900)))),
            // What a save may take is the program's to say, and a large one has longer.
            ("statement_timeout", "0"),
            // A program that does nothing for longer in a commit, as one that is stopped, loses the row.
            ("idle_in_transaction_session_timeout", String(max(1, Int(timeout * 1000)))),
            // Each statement finds few rows by their numbers, whatever the server believes of a table that is new, and is
            // not planned anew each time.
            ("enable_seqscan", "off"), ("jit", "off"), ("plan_cache_mode", "force_generic_plan"),
        ]
    }

    /// Runs `body` with the connection. Called by one thread at a time.
    func withConnection<Result>(_ deadline: Deadline, _ body: (PostgresConnection) throws -> Result) throws -> Result {
        let connection = try state.withLock { $0.connection.take() } ?? open(deadline)
        defer { state.withLock { if !connection.isBroken { $0.connection = connection } } }
        if connection.isInTransaction { try connection.run(Statement("ROLLBACK"), deadline) }
        return try body(connection)
    }

    private func open(_ deadline: Deadline) throws(PostgresFailure) -> PostgresConnection {
        let connection = try PostgresConnection(address, deadline)
        try connection.set(settings, deadline)
        state.withLock { $0.processID = connection.processID }
        return connection
    }

    /// Ends the connection: it may lead to a server that is gone.
    func drop() { state.release { $0.connection.take() } }

    /// The number by which the server knows the connection.
    var processID: Int32 { state.withLock { $0.processID } }
}
