import Foundation
import SignalsStoreCore

/// A commit that needs no decision. Few new rows are sent with the rest of the transaction in one round trip; many are
/// copied.
struct PlainCommit {
    /// The least number of rows that are copied, in more round trips while other writers wait.
    private static let leastCopied = 2000

    /// Identifies the commit.
    let token = UUID()
    private let changes: PlainChanges
    private let configuration: PostgresTransaction.Configuration
    private let seen: HistoryPosition

    init(_ changes: PlainChanges, _ configuration: PostgresTransaction.Configuration, seen: HistoryPosition) {
        self.changes = changes
        self.configuration = configuration
        self.seen = seen
    }

    private var history: History { History(tables: configuration.tables) }

    /// - Throws: `PostgresFailure`, or `SaveError`.
    func run(_ connection: PostgresConnection, _ deadline: Deadline) throws -> PostgresTransaction.Opened {
        changes.insertionCount < Self.leastCopied || !configuration.tables.abilities.contains(.copying)
            ? try runAtOnce(connection, deadline) : try copy(connection, deadline)
    }

    private func commitStatement(adding only: (row: StoredRow, table: PostgresTable)? = nil) throws(SaveError)
        -> Statement
    {
        try history.commit(
            token, from: configuration.origin, HistoryRecord(changes.notice), model: configuration.hash, adding: only,
            texts: configuration.commitTexts)
    }

    private func opened(_ answer: PostgresResult) throws(SaveError) -> PostgresTransaction.Opened {
        guard let generation = answer.integer(0, 0) else { throw SaveError(.modelChanged) }
        return PostgresTransaction.Opened(
            position: HistoryPosition(generation: generation, token: token),
            isNext: HistoryPosition.isNext(answer, after: seen))
    }

    private func runAtOnce(
        _ connection: PostgresConnection, _ deadline: Deadline
    ) throws -> PostgresTransaction.Opened {
        let guards = changes.guards(configuration.tables)
        if guards.isEmpty, let (name, row) = changes.onlyRow {
            return try opened(connection.run(commitStatement(adding: (row, table(name))), deadline))
        }
        var statements = try [commitStatement()] + guards
        for (name, pages) in changes.pages {
            statements.append(try table(name).insertion(of: pages))
        }
        let results = try connection.run(statements + updates, deadline.extended(by: expectedTime))
        return try opened(results[0])
    }

    private var updates: [Statement] {
        get throws(SaveError) {
            var statements: [Statement] = []
            for (columns, updates) in changes.updates {
                statements.append(try table(columns.entityName).update(updates, columns.columns))
            }
            return statements
        }
    }

    /// The time, in seconds, that a server may take for the rows.
    private var expectedTime: Double { Double(changes.count) / PostgresTransaction.rowsASecond }

    private func copy(_ connection: PostgresConnection, _ deadline: Deadline) throws -> PostgresTransaction.Opened {
        let byteCount = changes.pages.values.joined().reduce(0) { $0 + $1.withAllBytes(\.count) }
        let deadline = deadline.extended(by: expectedTime + Double(byteCount) / PostgresConnection.bytesASecond)
        let results = try connection.run(
            [Statement("BEGIN"), commitStatement()] + changes.guards(configuration.tables), deadline)
        for (name, pages) in changes.pages { try copy(pages, to: table(name), connection, deadline) }
        _ = try connection.run(updates + [Statement("COMMIT")], deadline)
        return try opened(results[1])
    }

    private func table(_ name: String) throws(SaveError) -> PostgresTable {
        guard let table = configuration.tables[entity: name] else { throw SaveError(.modelChanged) }
        return table
    }

    private func copy(
        _ pages: [RowPage], to table: PostgresTable, _ connection: PostgresConnection, _ deadline: Deadline
    ) throws(PostgresFailure) {
        let statement = "COPY \(table.name) (\(table.columnList)) FROM STDIN BINARY"
        try connection.copy(statement, deadline) { put throws(PostgresFailure) in
            var encoder = CopyEncoder(table)
            for page in pages where try !encoder.append(page, put) { throw .unencodable }
            encoder.finish()
            try encoder.drain(put)
        }
    }
}
