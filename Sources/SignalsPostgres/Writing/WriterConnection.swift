import Foundation
import SignalsCore
import SignalsStoreCore

/// The connection that writes, which is opened again when it is lost.
final class WriterConnection: Sendable {
    private let address: PostgresAddress
    private let state = Locked<PostgresConnection?>(nil)

    init(_ address: PostgresAddress) { self.address = address }

    /// Runs `body` with the connection. Called by one thread at a time.
    func use<Result>(_ deadline: Deadline, _ body: (PostgresConnection) throws -> Result) throws -> Result {
        let connection = try state.withLock { $0.take() } ?? PostgresConnection(address, deadline)
        defer { state.withLock { if !connection.isBroken { $0 = connection } } }
        if connection.isInTransaction { try connection.run(Statement("ROLLBACK"), deadline) }
        return try body(connection)
    }

    /// Ends the connection: it may lead to a server that is gone.
    func drop() { state.release { $0.take() } }

    var processID: Int32 { state.withLock { $0?.processID ?? 0 } }
}
