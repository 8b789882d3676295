import Foundation
import SignalsCore
import SignalsStoreCore

/// Reads from replicas that have every commit that was seen before, and from the primary if none has.
final class ReplicaReader: SnapshotReader {
    /// The timeout of a replica, in seconds.
    private static let replicaTimeout = 1.0
    /// The time, in seconds, for which the primary is read after the replicas did not answer.
    private static let pause = 5.0

    let tables: PostgresTables
    private let replicas: ConnectionPool
    private let primary: ConnectionPool
    private let timeout: TimeInterval
    private let known: @Sendable () -> Int64
    private let state: Locked<State>

    private struct State: Sendable {
        /// The generation of the last state that was seen; nil if it is unknown.
        var seen: Int64?
        var pause: Deadline?
    }

    /// The error if a replica lacks a commit that was seen before.
    private struct ReplicaLag: Error {}

    /// - Parameters:
    ///   - startsAnew: true if nothing was read before; else the first read is from the primary.
    ///   - known: returns the generation of the last commit that this program has seen.
    init(
        _ replicas: ConnectionPool, primary: ConnectionPool, _ tables: PostgresTables, timeout: TimeInterval,
        startsAnew: Bool, known: @escaping @Sendable () -> Int64
    ) {
        self.replicas = replicas
        self.primary = primary
        self.tables = tables
        self.timeout = timeout
        self.known = known
        state = Locked(State(seen: startsAnew ? 0 : nil))
    }

    // The generation is of the state that is read, so it takes a transaction, however few statements there are.
    func snapshot<Result>(isOneStatement: Bool, _ body: (ConnectionRows) throws -> Result) throws -> Result {
        do {
            if let result = try readReplica(body) { return result }
            return try read(primary, Deadline(after: timeout), from: 0, body)
        } catch let failure as PostgresFailure { throw failure.fetchError(in: tables) }
    }

    /// Reads from a replica; nil if none answers, or none has the commits that were seen.
    private func readReplica<Result>(_ body: (ConnectionRows) throws -> Result) throws -> Result? {
        let (seen, pause) = state.withLock { ($0.seen, $0.pause) }
        guard let seen, pause?.isOver ?? true else { return nil }
        do {
            let deadline = Deadline(after: min(timeout, Self.replicaTimeout))
            return try read(replicas, deadline, from: max(seen, known()), body)
        } catch is ReplicaLag {
            return nil
        } catch let failure as PostgresFailure where failure.isSchemaMismatch {
            // It has not replicated the tables yet, or the primary reports the same.
            return nil
        } catch let failure as PostgresFailure where failure.canRetry || failure.kind == .timedOut {
            state.withLock { $0.pause = Deadline(after: Self.pause) }
            return nil
        }
    }

    private func read<Result>(
        _ pool: ConnectionPool, _ deadline: Deadline, from least: Int64, _ body: (ConnectionRows) throws -> Result
    ) throws -> Result {
        try pool.withConnection(deadline) { connection in
            let answers = try connection.run(
                [Statement("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"), History(tables: tables).newest], deadline
            )
            let generation = answers[1].integer(0, 0) ?? 0
            if generation < least { throw ReplicaLag() }
            let result = try body(ConnectionRows(connection: connection, tables: tables, deadline: deadline))
            try connection.run(Statement("COMMIT"), deadline)
            state.withLock { $0.seen = max($0.seen ?? 0, generation) }
            return result
        }
    }
}
