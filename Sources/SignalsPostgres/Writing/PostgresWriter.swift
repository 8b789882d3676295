import Foundation
import SignalsCore
import SignalsStoreCore

/// Decides on commits and makes them, as one of several programs that write to the store.
final class PostgresWriter: Sendable {
    /// A decision: what became of each save, and what is told of it.
    typealias Decision<Result> = (TableRows, PostgresTransaction) throws -> (result: Result, notice: CommitNotice?)

    /// The longest time, in seconds, that work which has the store to itself may do without it.
    private static let idleTimeout = 600.0
    private static let attemptsWithRenewedDeadline = 3

    private let address: PostgresAddress
    private let store: UUID
    private let configuration: PostgresTransaction.Configuration
    private let timeout: TimeInterval
    private let numbers: NumberBlocks
    private let connection: WriterConnection
    private let state: Locked<State>

    private struct State: Sendable {
        /// The last commit that everyone in this process has heard of, or hears of next.
        var seen: HistoryPosition
        /// The records that were found before the last commit of this process.
        var earlier: ForeignRecords?
    }

    init(
        _ address: PostgresAddress, store: UUID, _ configuration: PostgresTransaction.Configuration,
        seen: HistoryPosition,
        timeout: TimeInterval, numbers: NumberBlocks
    ) {
        self.address = address
        self.store = store
        self.configuration = configuration
        self.timeout = timeout
        self.numbers = numbers
        connection = WriterConnection(address, configuration, timeout: timeout)
        state = Locked(State(seen: seen))
    }

    var seen: HistoryPosition { state.withLock { $0.seen } }

    func noteSeen(_ position: HistoryPosition) { state.withLock { $0.seen = position } }

    func takeEarlierCommits() -> ForeignRecords? { state.withLock { $0.earlier.take() } }

    /// The number by which the server knows the connection that writes.
    var processID: Int32 { connection.processID }

    func close() { connection.drop() }

    /// Has changes decided on and committed: again, where the server or the connection failed before it was, until the
    /// deadline.
    ///
    /// - Parameter renewsDeadline: whether each way to the server and back has a deadline of its own.
    func transact<Result>(renewsDeadline: Bool = false, _ decide: Decision<Result>) throws(SaveError) -> Result {
        try retrying(renewsDeadline: renewsDeadline) { connection, deadline, attempt in
            try run(connection, renewsDeadline ? nil : deadline, decide, &attempt)
        }
    }

    /// Commits rows about which nothing has to be decided, in as few ways to the server as there can be.
    ///
    /// - Returns: false where the server refused them: then nothing was committed, and it has to be decided on them.
    func insert(_ insertion: PlainInsertion) throws(SaveError) -> Bool {
        try retrying(renewsDeadline: false) { connection, deadline, attempt in
            let commit = InsertionCommit(insertion, configuration, seen: seen)
            attempt.token = commit.token
            attempt.result = true
            do {
                let opened = try commit.run(connection, deadline)
                attempt.opened = opened
                note(attempt, connection, deadline)
                prune(at: opened.position.generation, connection, deadline)
                return true
            } catch {
                // What failed here, and not on the server, would keep the row that everyone waits for.
                if !connection.isBroken, connection.isInTransaction {
                    try connection.run(Statement("ROLLBACK"), deadline)
                }
                if let failure = error as? PostgresFailure, failure.isRefusalOfRows { return false }
                throw error
            }
        }
    }

    private func prune(at generation: Int64, _ connection: PostgresConnection, _ deadline: Deadline) {
        let statements = History(tables: configuration.tables).pruning(at: generation)
        if !statements.isEmpty { _ = try? connection.run(statements, deadline) }
    }

    private func retrying<Result>(
        renewsDeadline: Bool, _ body: (PostgresConnection, Deadline, inout Attempt) throws -> Result
    ) throws(SaveError) -> Result {
        var deadline = Deadline(after: timeout)
        for count in 1... {
            var attempt = Attempt()
            do {
                return try connection.withConnection(deadline) { connection in try body(connection, deadline, &attempt)
                }
            } catch let failure as PostgresFailure {
                if renewsDeadline, count < Self.attemptsWithRenewedDeadline { deadline = Deadline(after: timeout) }
                guard try canRetry(failure, attempt, deadline) else {
                    throw failure.saveError(in: configuration.tables)
                }
                if let result = attempt.result as? Result, try wasCommitted(attempt, failure, deadline) {
                    note(attempt)
                    return result
                }
            } catch { throw SaveError(ofStore: error) }
        }
        throw SaveError(.busy)
    }

    /// The progress of an attempt.
    private struct Attempt {
        /// Tells the commit from all others; nil before there can be one.
        var token: UUID?
        var opened: PostgresTransaction.Opened?
        /// The result if it was committed; nil before that was asked for.
        var result: Any?
    }

    private func run<Result>(
        _ connection: PostgresConnection, _ deadline: Deadline?, _ decide: Decision<Result>, _ attempt: inout Attempt
    ) throws -> Result {
        let pause = deadline == nil ? Self.idleTimeout : nil
        let transaction = PostgresTransaction(connection, configuration, seen: seen, pause: pause) { [timeout] in
            deadline ?? Deadline(after: timeout)
        }
        let rows = TableRows(
            CheckedReader(trusting: transaction), store: store, configuration.tables.catalog, numbers: numbers.take)
        do {
            let decision = try decide(rows, transaction)
            if let failure = transaction.failure { throw failure }
            guard let notice = decision.notice else {
                transaction.rollBack()
                return decision.result
            }
            try transaction.begin()
            attempt.opened = transaction.opened
            attempt.token = transaction.opened?.position.token
            attempt.result = decision.result
            try transaction.commit(rows.pending.edits, notice)
            note(attempt, connection, deadline ?? Deadline(after: timeout))
            return decision.result
        } catch {
            transaction.rollBack()
            throw transaction.failure ?? error
        }
    }

    /// Notes a commit, and what others committed before it: nothing, as a rule. If not, it is read now that nobody waits
    /// for the row any more.
    private func note(_ attempt: Attempt, _ connection: PostgresConnection? = nil, _ deadline: Deadline? = nil) {
        guard let opened = attempt.opened else { return }
        var foreign = ForeignRecords(noneUpTo: opened.position)
        if !opened.isNext {
            foreign = ForeignRecords(unknownUpTo: opened.position)
            let commits = History(tables: configuration.tables).commits(from: seen, upTo: opened.position.generation)
            if let connection, let deadline, let answer = try? connection.run(commits, deadline) {
                foreign = ForeignRecords(answer, since: seen, except: configuration.origin, orUpTo: opened.position)
            }
        }
        state.withLock { state in
            state.seen = opened.position
            state.earlier = foreign
        }
    }

    /// True where the same can be decided on once more, or it has to be found out whether it was committed.
    private func canRetry(
        _ failure: PostgresFailure, _ attempt: Attempt, _ deadline: Deadline
    ) throws(SaveError) -> Bool {
        // A value that somebody else took who does not take the row first.
        if failure.state == "23505" { return !deadline.isOver && attempt.result != nil }
        if failure.kind == .timedOut, attempt.result == nil { return false }
        guard failure.canRetry || failure.isCancellation || failure.kind == .timedOut else { return false }
        connection.drop()
        if deadline.isOver {
            if attempt.result != nil {
                throw SaveError(.outcomeUnknown(cause: failure.saveError(in: configuration.tables).reason))
            }
            return false
        }
        poll(nil, 0, 20)
        return true
    }

    /// Finds out whether a commit was made whose answer was lost: under the lock, since before the old connection's end
    /// it may still be made. The look is itself committed: a server that crashed shows, once restarted, commits that its
    /// replicas do not have, and the lock's commit waits until they have what came before it.
    private func wasCommitted(
        _ attempt: Attempt, _ failure: PostgresFailure, _ deadline: Deadline
    ) throws(SaveError) -> Bool {
        guard let token = attempt.token, failure.state != "23505" else { return false }
        while !deadline.isOver {
            do {
                return try connection.withConnection(deadline) { connection in
                    let answers = try connection.run(
                        [
                            Statement("BEGIN"), lockTimeout(deadline),
                            Statement("SELECT generation FROM \(configuration.tables.store) FOR UPDATE"),
                            History(tables: configuration.tables).lookup(of: token, from: seen), Statement("COMMIT"),
                        ], deadline)
                    return answers[3].count > 0
                }
            } catch {
                connection.drop()
                poll(nil, 0, 20)
            }
        }
        throw SaveError(.outcomeUnknown(cause: failure.saveError(in: configuration.tables).reason))
    }

    private func lockTimeout(_ deadline: Deadline) -> Statement {
        var parameters = Parameters()
        let wait = parameters.add(String(max(1, deadline.milliseconds)))
        return Statement("SELECT pg_catalog.set_config('lock_timeout', \(wait), true)", parameters)
    }
}
