import Foundation
import SignalsSQL
import SignalsStoreCore

/// One group of saves: one transaction, one COMMIT, and an outcome for each.
struct SQLiteCommit {
    let connection: SQLiteConnection
    let store: UUID
    let tables: [String: UnwrittenTable]
    var rules = ReferentialRules([])
    var schemaGuard: SchemaGuard?
    var preallocation: WALPreallocation?

    /// The outcome of each change set, in their order.
    ///
    /// - Throws: what made the whole group fail; then a transaction may still be open.
    func run(_ changeSets: [ChangeSet]) throws(SQLiteFailure) -> [Result<CommitOutcome, SaveError>] {
        if changeSets.count == 1 { return [try runAlone(changeSets[0], rows)] }
        try begin()
        var outcomes = try applyTogether(changeSets)
        if outcomes.count < changeSets.count { outcomes = try applyEach(changeSets) }
        do { try connection.execute("COMMIT") } catch { throw error.ofCommit }
        return outcomes
    }

    /// Applies a change set in a transaction of its own: what fails ends that, so that SQLite need not keep what each page
    /// was before.
    private func runAlone(
        _ changeSet: ChangeSet, _ rows: SQLiteRows
    ) throws(SQLiteFailure) -> Result<CommitOutcome, SaveError> {
        try begin()
        switch try attempt(changeSet, rows) {
        case .applied(let outcome):
            do { try connection.execute("COMMIT") } catch { throw error.ofCommit }
            return .success(outcome)
        case .refused(let error):
            try connection.execute("ROLLBACK")
            return .failure(error)
        case .differing:
            try connection.execute("ROLLBACK")
            return try runAlone(changeSet, rows.deletingEach)
        }
    }

    /// Runs what reads and applies change sets one by one, and commits them; not when it says so.
    func exclusively(_ work: () throws(SQLiteFailure) -> Bool) throws(SQLiteFailure) {
        try begin()
        guard try work() else { return try connection.execute("ROLLBACK") }
        do { try connection.execute("COMMIT") } catch { throw error.ofCommit }
    }

    private func begin() throws(SQLiteFailure) {
        try connection.execute("BEGIN IMMEDIATE")
        try schemaGuard?.requireSame(connection)
        preallocation?.extend(connection)
    }

    var rows: SQLiteRows { SQLiteRows(connection: connection, store: store, tables: tables) }

    /// Applies the change sets, several in one statement where they are alike, up to one where such a statement failed in
    /// a way that does not say how far it came.
    private func applyTogether(
        _ changeSets: [ChangeSet]
    ) throws(SQLiteFailure) -> [Result<CommitOutcome, SaveError>] {
        var outcomes: [Result<CommitOutcome, SaveError>] = []
        outcomes.reserveCapacity(changeSets.count)
        let rows = rows
        while outcomes.count < changeSets.count {
            let together = newRows(of: changeSets[outcomes.count...], rows)
            if !together.isEmpty {
                guard let added = try rows.insertTogether(together) else { return outcomes }
                outcomes += repeatElement(.success(CommitOutcome()), count: added)
                if added == together.count { continue }
            }
            // Of those together, this one is to blame, and fails alone.
            outcomes.append(try apply(changeSets[outcomes.count], rows))
        }
        return outcomes
    }

    /// Begins again, and applies the change sets one by one.
    private func applyEach(_ changeSets: [ChangeSet]) throws(SQLiteFailure) -> [Result<CommitOutcome, SaveError>] {
        try connection.execute("ROLLBACK")
        try begin()
        var outcomes: [Result<CommitOutcome, SaveError>] = []
        for changeSet in changeSets { outcomes.append(try apply(changeSet, rows)) }
        return outcomes
    }

    /// The new rows of the saves that come first, if those have nothing else than one each, all of one entity, and are
    /// enough for one statement. That costs two thirds of a statement for each.
    private func newRows(of changeSets: ArraySlice<ChangeSet>, _ rows: SQLiteRows) -> [RowPage] {
        guard changeSets.count > 1, let entity = changeSets.first?.insertions.first?.entity else { return [] }
        let count = rows.table(entity).savesAtOnce
        guard count > 1, changeSets.count >= count else { return [] }
        var pages: [RowPage] = []
        pages.reserveCapacity(count)
        for changeSet in changeSets.prefix(count) {
            guard changeSet.isOneInsertion, let page = changeSet.insertions.first, page.entity.name == entity.name,
                !rules.canBeBroken(by: changeSet), !page.bringsBackRows, rows.isInNormalForm(page)
            else { return [] }
            pages.append(page)
        }
        return pages
    }

    /// Applies one change set, or nothing of it. What it throws ends the whole group.
    func apply(
        _ changeSet: ChangeSet, _ rows: SQLiteRows
    ) throws(SQLiteFailure) -> Result<CommitOutcome, SaveError> {
        // A failed statement leaves nothing, so a single one needs no savepoint.
        let needsSavepoint = changeSet.rowCount > 1 || changeSet.receipt != nil || rules.canBeBroken(by: changeSet)
        if needsSavepoint { try connection.execute("SAVEPOINT signals_save") }
        let attempt = try attempt(changeSet, rows)
        if needsSavepoint {
            if !attempt.isApplied { try connection.execute("ROLLBACK TO signals_save") }
            try connection.execute("RELEASE signals_save")
        }
        switch attempt {
        case .applied(let outcome): return .success(outcome)
        case .refused(let error): return .failure(error)
        case .differing: return try apply(changeSet, rows.deletingEach)
        }
    }

    /// The outcome of writing a change set. If it was not applied, a part of it may have been written.
    private enum Attempt {
        case applied(CommitOutcome)
        case refused(SaveError)
        /// Of rows that were to be deleted together not all are as they were read.
        case differing

        var isApplied: Bool { if case .applied = self { true } else { false } }
    }

    /// - Throws: what ends the transaction.
    private func attempt(_ changeSet: ChangeSet, _ rows: SQLiteRows) throws(SQLiteFailure) -> Attempt {
        do { return .applied(try write(changeSet, rows)) } catch is SQLiteRows.DeletionsDiffer {
            return .differing
        } catch {
            let failure = error as? SQLiteFailure
            if let failure, !connection.isTransactionOpen(after: failure) { throw failure }
            return .refused(error as? SaveError ?? SaveError(failure?.saveReason ?? .store(reason: "\(error)")))
        }
    }

    private func write(_ changeSet: ChangeSet, _ rows: SQLiteRows) throws -> CommitOutcome {
        if let receipt = changeSet.receipt {
            let receipts = SQLiteReceipts(connection)
            if let first = try receipts.result(of: receipt.key) {
                return CommitOutcome(repeated: first)
            }
            try receipts.keep(receipt)
        }
        var writer = ChangeSetWriter(rows, rules)
        try writer.apply(changeSet)
        return CommitOutcome(writer.outcome)
    }
}
