import Foundation
import SignalsStoreCore

/// A transaction that writes to a store. Before anything else it takes the row that counts the commits, for which all
/// other writers wait until it ends: what it reads is what was committed last, and stays so.
// SAFETY: used by one thread at a time, as the decision is that reads by it.
final class PostgresTransaction: BatchReader, @unchecked Sendable {
    /// The state that was found when the row was taken.
    struct Opened {
        /// The place of this commit.
        let place: HistoryPlace
        let foreign: ForeignRecords
    }

    /// The least number of rows that a server is expected to write in a second: a large save may take as long.
    static let rowsASecond = 5000.0

    private let connection: PostgresConnection
    private let terms: Terms
    private let seen: HistoryPlace
    /// In milliseconds; a program that does nothing for longer, as one that is stopped, loses the row.
    private let greatestPause: Int
    private let deadline: () -> Deadline
    private(set) var opened: Opened?
    /// Why something could not be read, whatever became of that in between.
    private(set) var failure: (any Error)?

    /// The parts that all transactions of a store have in common.
    struct Terms: Sendable {
        let tables: PostgresTables
        let origin: UUID
        /// Names the model that the tables have.
        let hash: String
        let synchronousCommit: String
    }

    /// - Parameters:
    ///   - seen: the last commit that this process knows.
    ///   - pause: the longest time, in seconds, that the server waits for the next statement.
    ///   - deadline: until when one way to the server and back may take.
    init(
        _ connection: PostgresConnection, _ terms: Terms, seen: HistoryPlace, pause: TimeInterval,
        deadline: @escaping () -> Deadline
    ) {
        self.connection = connection
        self.terms = terms
        self.seen = seen
        greatestPause = max(1, Int(pause * 1000))
        self.deadline = deadline
    }

    /// - Throws: `PostgresFailure`, or `SaveError`.
    func rows(_ requests: [RowRequest]) throws -> [[StoredRow]] {
        if let failure { throw failure }
        if requests.isEmpty { return [] }
        do {
            let statements = requests.map { RequestWriter.statement($0, terms.tables[$0.table]) }
            return try zip(requests, run(statements)).map { terms.tables[$0.table].rows($1) }
        } catch {
            failure = error
            throw error
        }
    }

    /// Takes the row, if it has not been taken.
    func open() throws { if opened == nil { _ = try rowsOfNothing() } }

    private func rowsOfNothing() throws -> [PostgresResult] {
        do { return try run([]) } catch {
            failure = error
            throw error
        }
    }

    private func run(_ statements: [Statement]) throws -> [PostgresResult] {
        let deadline = deadline()
        if opened != nil { return try connection.run(statements, deadline) }
        let results = try connection.run(beginning(deadline) + statements, deadline)
        let lock = results[2]
        guard lock.count == 1, let generation = lock.integer(0, 0), lock.text(0, 1) == terms.hash else {
            throw SaveError(.modelChanged)
        }
        opened = Opened(
            place: HistoryPlace(generation: generation, token: UUID()),
            foreign: ForeignRecords(results[3], newest: results[4], since: seen, except: terms.origin))
        return Array(results[5...])
    }

    /// Each statement after the second sees what was committed before the row was taken.
    private func beginning(_ deadline: Deadline) -> [Statement] {
        let history = History(tables: terms.tables)
        var settings = Parameters()
        // So that the server says that the row is taken before nobody waits for its answer any more.
        let wait = settings.add(String(max(1, deadline.milliseconds / 10 * 9)))
        let commit = settings.add(terms.synchronousCommit)
        let pause = settings.add(String(greatestPause))
        return [
            Statement("BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE"),
            Statement(
                "SELECT pg_catalog.set_config('lock_timeout', \(wait), true), "
                    + "pg_catalog.set_config('synchronous_commit', \(commit), true), "
                    + "pg_catalog.set_config('idle_in_transaction_session_timeout', \(pause), true)", settings),
            Statement("UPDATE \(terms.tables.store) SET generation = generation + 1 RETURNING generation, hash"),
            history.commits(from: seen),
            history.newest,
        ]
    }

    /// Writes what was decided and commits it. When it fails with a failure of the kind that `isUnknown` says, nobody
    /// knows whether it was committed.
    func commit(_ edits: [TableEdits], _ notice: CommitNotice) throws {
        if let failure { throw failure }
        guard let opened else { return }
        var statements: [Statement] = []
        let count = edits.reduce(0) { $0 + $1.count }
        for edit in edits { statements += try TableWriter(table: terms.tables[edit.table], edits: edit).statements() }
        statements += History(tables: terms.tables).add(opened.place, from: terms.origin, HistoryRecord(notice))
        _ = try connection.run(
            statements + [Statement("COMMIT")], deadline().later(by: Double(count) / Self.rowsASecond))
    }

    /// Ends it without a change.
    func rollBack() {
        guard !connection.isBroken, connection.isInTransaction else { return }
        _ = try? connection.run(Statement("ROLLBACK"), deadline())
    }
}
