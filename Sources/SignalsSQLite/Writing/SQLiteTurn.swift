import Dispatch
import Foundation
import SignalsCore
import SignalsSQL
import SignalsStoreCore

/// The connection that writes, with its transaction open: reads see what was applied in it.
final class SQLiteTurn: StoreTurn, ConnectionReader {
    private enum State: Sendable {
        case open
        /// The transaction is lost.
        case failed(SQLiteFailure)
        case over
    }

    private let commit: SQLiteCommit
    let dialect: SQLiteDialect
    private let state = Locked(State.open)
    /// The queue on which reads wait for whatever else uses the connection.
    private let queue = DispatchQueue(label: "signals.turn")

    init(_ commit: SQLiteCommit, _ dialect: SQLiteDialect) {
        self.commit = commit
        self.dialect = dialect
    }

    func apply(_ changeSet: ChangeSet) -> Result<CommitOutcome, SaveError> {
        Result { () throws(SaveError) in
            try write { connection throws(SQLiteFailure) in
                if connection.isInAutocommit {
                    throw SQLiteFailure(code: Self.aborted, message: "the transaction was rolled back")
                }
                return try commit.apply(changeSet, commit.rows)
            }.get()
        }
    }

    func reserveNumbers(_ count: Int) throws(SaveError) -> Range<Int64> {
        try write { connection throws(SQLiteFailure) in try SQLiteMetadata(connection).takeNumbers(count) }
    }

    func receipt(for key: String) throws -> Data? { try read { try SQLiteReceipts($0).result(of: key) } }

    /// Prevents later use of the connection.
    ///
    /// - Throws: what has made all of it fail.
    func end() throws(SQLiteFailure) {
        let last = queue.sync {
            state.withLock { state in
                defer { state = .over }
                return state
            }
        }
        if case .failed(let failure) = last { throw failure }
    }

    /// Runs what writes; what it throws makes all of the turn fail.
    private func write<Result>(
        _ body: (SQLiteConnection) throws(SQLiteFailure) -> Result
    ) throws(SaveError) -> Result {
        do { return try use(body) } catch {
            let failure = error as? SQLiteFailure ?? SQLiteFailure(code: Self.aborted, message: "\(error)")
            state.withLock { if case .open = $0 { $0 = .failed(failure) } }
            throw SaveError(failure.saveReason)
        }
    }

    func read<Result>(_ body: (SQLiteConnection) throws -> Result) throws -> Result {
        do { return try use(body) } catch let failure as SQLiteFailure { throw failure.fetchError }
    }

    private func use<Result>(_ body: (SQLiteConnection) throws -> Result) throws -> Result {
        try queue.sync {
            switch state.withLock({ $0 }) {
            case .open: try body(commit.connection)
            case .failed(let failure): throw failure
            case .over:
                throw SQLiteFailure(code: Self.aborted, message: "the closure that this context is of has ended")
            }
        }
    }

    /// SQLITE_ABORT, after which a connection is not used again.
    private static let aborted: Int32 = 4
}
