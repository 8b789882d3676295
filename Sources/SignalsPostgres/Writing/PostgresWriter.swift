import Foundation
import SignalsCore
import SignalsStoreCore

/// Decides and commits saves, as one of several programs that write to the store.
final class PostgresWriter: Sendable {
    /// A decision: the outcome of each save, and the notice of the commit; nil if nothing is committed.
    typealias Decision<Result> = (TableRows, PostgresTransaction) throws -> (result: Result, notice: CommitNotice?)

    /// The longest time, in seconds, between two statements of work that has the store to itself.
    private static let idleTimeout = 600.0
    private static let attemptsWithRenewedDeadline = 3
    /// The number of groups with updates that are decided on after one was refused: rows that others change all the time
    /// are read first.
    private static let plainUpdatesPause = 15

    private let address: PostgresAddress
    private let store: UUID
    private let configuration: PostgresTransaction.Configuration
    private let timeout: TimeInterval
    private let numbers: NumberBlocks
    private let connection: WriterConnection
    private let state: Locked<State>

    private struct State: Sendable {
        /// The last commit of which the observers in this process were notified, or are next.
        var seen: HistoryPosition
        /// The commits of others that were found before the last commit of this process.
        var earlier: ForeignRecords?
        /// The number of groups that are not tried as plain changes any more.
        var plainUpdatesPause = 0

        /// Counts down; true before it is zero.
        mutating func pausesPlainUpdates() -> Bool {
            if plainUpdatesPause == 0 { return false }
            plainUpdatesPause -= 1
            return true
        }
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

    /// The process ID of the writer's backend.
    var processID: Int32 { connection.processID }

    func close() { connection.drop() }

    /// Decides and commits changes; if the server or the connection fails before the commit, again until the deadline.
    ///
    /// - Parameter renewsDeadline: true if each round trip has a deadline of its own.
    func transact<Result>(renewsDeadline: Bool = false, _ decide: Decision<Result>) throws(SaveError) -> Result {
        try retrying(renewsDeadline: renewsDeadline) { connection, deadline, attempt in
            try run(connection, renewsDeadline ? nil : deadline, decide, &attempt)
        }
    }

    /// Commits changes that need no decision, in as few round trips as possible.
    ///
    /// - Returns: false if the server refused them: then nothing was committed, and each save has to be decided by itself.
    func write(_ changes: PlainChanges) throws(SaveError) -> Bool {
        if !changes.updates.isEmpty, state.withLock({ $0.pausesPlainUpdates() }) { return false }
        let isWritten = try tryToWrite(changes)
        if !isWritten, !changes.updates.isEmpty { state.withLock { $0.plainUpdatesPause = Self.plainUpdatesPause } }
        return isWritten
    }

    private func tryToWrite(_ changes: PlainChanges) throws(SaveError) -> Bool {
        try retrying(renewsDeadline: false) { connection, deadline, attempt in
            let commit = PlainCommit(changes, configuration, seen: seen)
            attempt.token = commit.token
            attempt.result = true
            do {
                let opened = try commit.run(connection, deadline)
                attempt.opened = opened
                note(attempt, connection, deadline)
                prune(at: opened.position.generation, connection, deadline)
                return true
            } catch {
                // After a failure in this process the row would stay locked.
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
        var earlier: PostgresFailure?
        for count in 1... {
            var attempt = Attempt()
            do {
                return try connection.withConnection(deadline) { connection in try body(connection, deadline, &attempt)
                }
            } catch let failure as PostgresFailure {
                if renewsDeadline, count < Self.attemptsWithRenewedDeadline { deadline = Deadline(after: timeout) }
                guard try canRetry(failure, attempt, deadline) else {
                    throw failure.naming(earlier).saveError(in: configuration.tables)
                }
                earlier = failure
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
        /// Identifies the commit; nil before there can be one.
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
            try commit(rows, notice, transaction)
            note(attempt, connection, deadline ?? Deadline(after: timeout))
            return decision.result
        } catch {
            transaction.rollBack()
            throw transaction.failure ?? error
        }
    }

    private func commit(_ rows: TableRows, _ notice: CommitNotice, _ transaction: PostgresTransaction) throws {
        let edits = rows.pending.edits
        do { try transaction.commit(edits, notice) } catch let failure as PostgresFailure {
            guard failure.isOfTooLongValue,
                let longest = LongestIndexedValue(in: edits, of: configuration.tables.entities)
            else { throw failure }
            throw longest.error(rows.id(longest.number, longest.entity))
        }
    }

    /// Notes a commit, and the commits of others before it: none, as a rule. They are read here, after the row was
    /// unlocked.
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
            // A group of saves of which the server refuses one is committed in parts.
            state.earlier = state.earlier.map { ForeignRecords($0, foreign) } ?? foreign
        }
    }

    /// Returns true if the attempt can be repeated, or it has to be found out whether it was committed.
    private func canRetry(
        _ failure: PostgresFailure, _ attempt: Attempt, _ deadline: Deadline
    ) throws(SaveError) -> Bool {
        // A unique value of a program that does not lock the row first.
        if failure.state == "23505" { return !deadline.isOver && attempt.result != nil }
        if failure.kind == .timedOut, attempt.result == nil { return false }
        guard failure.canRetry || failure.isCancellation || failure.kind == .timedOut else { return false }
        connection.drop()
        if deadline.isOver {
            if attempt.result != nil, failure.leavesOutcomeUnknown {
                throw SaveError(.outcomeUnknown(cause: failure.saveError(in: configuration.tables).reason))
            }
            return false
        }
        // A last attempt without the time for an answer would hide, or even leave open, what the server has refused so far.
        if !failure.leavesOutcomeUnknown, deadline.remaining < min(1, timeout / 4) { return false }
        poll(nil, 0, 20)
        return true
    }

    /// Finds out whether a commit was made whose result was lost. It locks the row, since the old connection may still
    /// commit until it ends. The look-up is itself committed: a server that crashed shows, once restarted, commits that its
    /// replicas do not have, and the lock's commit waits until they have what came before it.
    private func wasCommitted(
        _ attempt: Attempt, _ failure: PostgresFailure, _ deadline: Deadline
    ) throws(SaveError) -> Bool {
        guard let token = attempt.token, failure.leavesOutcomeUnknown else { return false }
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
