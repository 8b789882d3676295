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
            // Less than the deadline, so that the server reports a locked row before that.
            ("lock_timeout", String(max(1, Int(timeout * 900)))),
            // The deadline bounds a save, and is later for a large one.
            ("statement_timeout", "0"),
            // A program that is stopped during a commit loses its lock.
            ("idle_in_transaction_session_timeout", String(max(1, Int(timeout * 1000)))),
            // Each statement finds few rows by their IDs, whatever the statistics of a new table say, and is planned once.
            ("enable_seqscan", "off"), ("jit", "off"), ("plan_cache_mode", "force_generic_plan"),
        ]
    }

    /// Runs `body` with the connection. Called by one thread at a time.
    func withConnection<Result>(_ deadline: Deadline, _ body: (PostgresConnection) throws -> Result) throws -> Result {
        // Whether a save was committed that was sent over a connection without a server could not be known.
        let known = state.withLock { $0.connection.take() }.flatMap { $0.hasEnded() ? nil : $0 }
        let connection = try known ?? open(deadline)
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

    /// Closes the connection: its server may be gone.
    func drop() { state.release { $0.connection.take() } }

    /// The process ID of the connection's backend.
    var processID: Int32 { state.withLock { $0.processID } }
}
