import Foundation

/// One group of saves: one transaction, a savepoint for each save, one COMMIT.
struct SQLiteCommit {
    let connection: SQLiteConnection
    let store: UUID
    let tables: [String: SQLiteTable]

    /// The outcome of each change set, in their order.
    func run(_ changeSets: [ChangeSet]) -> [Result<CommitOutcome, SaveError>] {
        do {
            try connection.execute("BEGIN IMMEDIATE")
            let outcomes = try changeSets.map(apply)
            try connection.execute("COMMIT")
            return outcomes
        } catch {
            if !connection.isInAutocommit { try? connection.execute("ROLLBACK") }
            let error = SaveError((error as? SQLiteFailure)?.saveReason ?? .store(reason: "\(error)"))
            return changeSets.map { _ in .failure(error) }
        }
    }

    /// Applies one change set, or nothing of it. What it throws ends the whole group.
    private func apply(_ changeSet: ChangeSet) throws -> Result<CommitOutcome, SaveError> {
        try connection.execute("SAVEPOINT signals_save")
        do {
            var rows = SQLiteRowWriter(connection: connection, store: store, tables: tables)
            try rows.apply(changeSet)
            try connection.execute("RELEASE signals_save")
            return .success(rows.outcome)
        } catch {
            // After a full disk or an I/O error SQLite has rolled the whole transaction back.
            if connection.isInAutocommit { throw error }
            try connection.execute("ROLLBACK TO signals_save")
            try connection.execute("RELEASE signals_save")
            let failure = (error as? SQLiteFailure)?.saveReason ?? .store(reason: "\(error)")
            return .failure(error as? SaveError ?? SaveError(failure))
        }
    }
}
