import Dispatch
import SignalsCore

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A bounded number of connections that read a store, opened on demand and reused.
final class ConnectionPool: Sendable {
    private let address: PostgresAddress
    private let slots: DispatchSemaphore
    private let state = Locked(State())

    private struct State: Sendable {
        var idle: [PostgresConnection] = []
        var isClosed = false
    }

    /// - Parameter capacity: the greatest number of connections.
    init(_ address: PostgresAddress, capacity: Int) {
        self.address = address
        slots = DispatchSemaphore(value: capacity)
    }

    /// Returns a connection for the caller's sole use, outside of any transaction. The caller releases it.
    private func acquireReady(_ deadline: Deadline) throws(PostgresFailure) -> PostgresConnection {
        let connection = try acquire(deadline)
        do throws(PostgresFailure) { try connection.finishRollback(deadline) } catch {
            release(connection)
            throw error
        }
        return connection
    }

    private func acquire(_ deadline: Deadline) throws(PostgresFailure) -> PostgresConnection {
        guard slots.wait(timeout: deadline.dispatchTime) == .success else {
            throw PostgresFailure(
                kind: .timedOut, message: "all connections of this program are in use: close a pinned context")
        }
        if let idle = state.withLock({ $0.idle.popLast() }) { return idle }
        do throws(PostgresFailure) { return try PostgresConnection(address, deadline) } catch {
            slots.signal()
            throw error
        }
    }

    /// Returns a connection to the pool.
    // A transaction that stays open keeps the server from vacuuming, and nobody may use the connection again.
    func release(_ connection: PostgresConnection) {
        connection.beginRollback()
        state.withLock { state in
            if !state.isClosed, !connection.isBroken { state.idle.append(connection) }
        }
        slots.signal()
    }

    /// Runs `body` with a connection; if that was lost, again with others until the deadline.
    func withConnection<Result>(_ deadline: Deadline, _ body: (PostgresConnection) throws -> Result) throws -> Result {
        try retrying(deadline) {
            let connection = try acquireReady(deadline)
            defer { release(connection) }
            return try body(connection)
        }
    }

    /// Returns a connection after `prepare` ran with it; if it was lost, another, until the deadline. The caller releases
    /// it.
    func acquire(
        _ deadline: Deadline, preparedBy prepare: (PostgresConnection) throws -> Void
    ) throws -> PostgresConnection {
        try retrying(deadline) {
            let connection = try acquireReady(deadline)
            do { try prepare(connection) } catch {
                release(connection)
                throw error
            }
            return connection
        }
    }

    private func retrying<Result>(_ deadline: Deadline, _ body: () throws -> Result) throws -> Result {
        // Most lost connections were lost while they were idle.
        var pause: Int32 = 0
        var isCancelled = false
        var earlier: PostgresFailure?
        while true {
            do { return try body() } catch let failure as PostgresFailure {
                // Tried again only once: a statement that took too long would do so again.
                if failure.isCancellation, !isCancelled {
                    isCancelled = true
                    continue
                }
                guard failure.canRetry, !deadline.isOver else { throw failure.naming(earlier) }
                earlier = failure
                dropIdleConnections()
                poll(nil, 0, pause)
                pause = 20
            }
        }
    }

    /// Closes the idle connections: their server may be gone.
    private func dropIdleConnections() {
        state.release { state in
            defer { state.idle = [] }
            return state.idle
        }
    }

    func close() {
        state.release { state in
            defer { (state.idle, state.isClosed) = ([], true) }
            return state.idle
        }
    }
}
