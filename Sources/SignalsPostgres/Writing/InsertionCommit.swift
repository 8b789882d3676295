import Foundation
import SignalsStoreCore

/// A commit of rows about which nothing has to be decided. Few of them go with everything else in one way to the server,
/// where they are a transaction of their own; many are copied.
struct InsertionCommit {
    /// From so many rows on they are copied, with more ways to the server while others wait for the row.
    private static let leastCopied = 2000

    /// Tells the commit from all others.
    let token = UUID()
    private let insertion: PlainInsertion
    private let terms: PostgresTransaction.Terms
    private let seen: HistoryPlace

    init(_ insertion: PlainInsertion, _ terms: PostgresTransaction.Terms, seen: HistoryPlace) {
        self.insertion = insertion
        self.terms = terms
        self.seen = seen
    }

    private var history: History { History(tables: terms.tables) }

    /// - Throws: `PostgresFailure`, or `SaveError`.
    func run(_ connection: PostgresConnection, _ deadline: Deadline) throws -> PostgresTransaction.Opened {
        insertion.count < Self.leastCopied || !terms.tables.abilities.contains(.copying)
            ? try runAtOnce(connection, deadline) : try copy(connection, deadline)
    }

    private func begin(adding only: (row: StoredRow, table: PostgresTable)? = nil) throws(SaveError) -> Statement {
        try history.begin(
            token, from: terms.origin, HistoryRecord(insertion.notice), model: terms.hash, adding: only)
    }

    private func opened(_ answer: PostgresResult) throws(SaveError) -> PostgresTransaction.Opened {
        guard let generation = answer.integer(0, 0) else { throw SaveError(.modelChanged) }
        return PostgresTransaction.Opened(
            place: HistoryPlace(generation: generation, token: token), isNext: HistoryPlace.isNext(answer, after: seen))
    }

    private func runAtOnce(
        _ connection: PostgresConnection, _ deadline: Deadline
    ) throws -> PostgresTransaction.Opened {
        let guards = insertion.guards(terms.tables)
        if guards.isEmpty, let (name, row) = insertion.onlyRow {
            return try opened(connection.run(begin(adding: (row, table(name))), deadline))
        }
        var statements = try [begin()] + guards
        for (name, pages) in insertion.pages {
            statements.append(try table(name).insertion(of: pages))
        }
        let results = try connection.run(statements, deadline)
        return try opened(results[0])
    }

    private func copy(_ connection: PostgresConnection, _ deadline: Deadline) throws -> PostgresTransaction.Opened {
        let byteCount = insertion.pages.values.joined().reduce(0) { $0 + $1.withAllBytes(\.count) }
        let deadline = deadline.later(
            by: Double(insertion.count) / PostgresTransaction.rowsASecond
                + Double(byteCount) / PostgresConnection.bytesASecond)
        let results = try connection.run(
            [Statement("BEGIN"), begin()] + insertion.guards(terms.tables), deadline)
        for (name, pages) in insertion.pages { try copy(pages, to: table(name), connection, deadline) }
        try connection.run(Statement("COMMIT"), deadline)
        return try opened(results[1])
    }

    private func table(_ name: String) throws(SaveError) -> PostgresTable {
        guard let table = terms.tables[entity: name] else { throw SaveError(.modelChanged) }
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
            try encoder.withBytes(put)
        }
    }
}
