import Foundation
import SignalsStoreCore

/// The statements that write and read the table of commits.
struct History: Sendable {
    /// The most commits that are reported one by one. Programs that missed more are notified that anything may have changed.
    static let mostCommits = 1000
    /// The number of commits that are kept for programs that follow.
    static let keptCommits: Int64 = 100_000
    /// The greatest size, in bytes, of changes that are kept as long as their commit.
    static let mostKeptBytes: Int64 = 1000
    /// The origin of the first row, which is not a commit.
    static let nobody = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))

    let tables: PostgresTables

    private var notifies: Bool { tables.abilities.contains(.notifying) }

    /// A statement whose row is the position of the last commit.
    var newest: Statement {
        Statement("SELECT generation, token FROM \(tables.history) ORDER BY generation DESC LIMIT 1")
    }

    /// A statement whose rows are the commits from one on, that one included, up to another.
    func commits(from position: HistoryPosition, upTo last: Int64 = .max) -> Statement {
        var parameters = Parameters()
        return Statement(
            "SELECT generation, token, origin, changes FROM \(tables.history) "
                + "WHERE generation BETWEEN \(parameters.add(position.generation)) AND \(parameters.add(last)) "
                + "ORDER BY generation "
                + "LIMIT \(Self.mostCommits + 2)", parameters)
    }

    /// A statement that increments the generation and so locks its row, for which all other writers wait. Its row is the
    /// new generation, the token of the one before if that had been made when the statement began, and the model's hash.
    var incrementGeneration: Statement {
        Statement(
            "UPDATE \(tables.store) AS s SET generation = generation + 1 RETURNING generation, "
                + "(SELECT token FROM \(tables.history) AS h WHERE h.generation = s.generation - 1), hash")
    }

    /// Returns the statements that record a commit and send the notification.
    func add(_ position: HistoryPosition, from origin: UUID, _ record: HistoryRecord) -> [Statement] {
        var row = Parameters()
        let changes = row.add(.blob(record.encoded), as: .data) ?? "NULL"
        let values = "\(row.add(position.generation)), \(row.add(origin)), \(row.add(position.token)), \(changes)"
        let channel = notifies ? row.add(tables.channel) : nil
        let statement =
            "INSERT INTO \(tables.history) (generation, origin, token, changes) VALUES (\(values)) "
            + "RETURNING \(notification(channel))"
        return [Statement(statement, row)] + pruning(at: position.generation)
    }

    /// Returns the statement that increments the generation, records a commit and sends the notification. Its row is the
    /// commit's generation, and the token of the one before if that had been made when the statement began. It fails if the
    /// tables are not those of the model.
    ///
    /// - Parameters:
    ///   - only: the one row that the commit adds, and its table: then nothing else has to be sent. Nil for others.
    ///   - texts: `commitTexts`, which are not written each time.
    /// - Throws: `SaveError` for a value that its column cannot have.
    func commit(
        _ token: UUID, from origin: UUID, _ record: HistoryRecord, model hash: String,
        adding only: (row: StoredRow, table: PostgresTable)? = nil, texts: [String: String]
    ) throws(SaveError) -> Statement {
        var parameters = Parameters()
        _ = parameters.append(.blob(record.encoded), as: .data)
        _ = parameters.append(origin.storedValue(), as: .uuid)
        _ = parameters.append(token.storedValue(), as: .uuid)
        _ = parameters.append(.text(hash), as: .codable)
        if notifies { _ = parameters.append(.text(tables.channel), as: .codable) }
        if let only { try only.table.append(only.row, to: &parameters) }
        let text = texts[only?.table.table.name ?? ""] ?? commitText(adding: only?.table)
        return Statement(text, parameters)
    }

    /// The texts of the statements that `commit` returns, by the table of the one row that the commit adds; "" for none.
    var commitTexts: [String: String] {
        tables.all.mapValues(commitText).merging(["": commitText(adding: nil)]) { $1 }
    }

    private func commitText(adding table: PostgresTable?) -> String {
        let types: [AttributeType] = [.data, .uuid, .uuid, .codable, .codable]
        let names = types.enumerated().map { Parameters.placeholder($0 + 1, $1) }
        let values = "\(names[1]), \(names[2]), \(names[0])"
        // It waits for the row that is taken, as a statement after this one does.
        let addition = table.map { ", added AS (\($0.insertionText(valuesFrom: notifies ? 6 : 5, after: "taken")))" }
        // No generation can be null.
        return
            "WITH taken AS (UPDATE \(tables.store) SET generation = CASE WHEN hash = \(names[3]) THEN generation + 1 END "
            + "RETURNING generation)\(addition ?? "") "
            + "INSERT INTO \(tables.history) (generation, origin, token, changes) SELECT generation, \(values) FROM taken "
            + "RETURNING generation, (SELECT token FROM \(tables.history) AS h "
            + "WHERE h.generation = signals_history.generation - 1), "
            + notification(notifies ? names[4] : nil)
    }

    /// Returns the expression that notifies listeners of a commit.
    ///
    /// - Parameter channel: the parameter with the channel's name; nil where the server does not notify.
    private func notification(_ channel: String?) -> String {
        channel.map { "pg_catalog.pg_notify(\($0), generation::text)" } ?? "NULL::text"
    }

    /// Returns the statements that remove old commits, after each thousandth; else none.
    func pruning(at generation: Int64) -> [Statement] {
        generation % 1000 == 0 ? [deletion(before: generation), clearing(before: generation)] : []
    }

    /// Returns the statement that clears the changes of large commits that are not reported one by one any more. Their rows
    /// stay, so that a program can find out whether its commit was made.
    private func clearing(before generation: Int64) -> Statement {
        var parameters = Parameters()
        let last = generation - 2 * Int64(Self.mostCommits)
        return Statement(
            "UPDATE \(tables.history) SET changes = '' "
                + "WHERE generation BETWEEN \(parameters.add(last - 1000)) AND \(parameters.add(last)) "
                + "AND octet_length(changes) > \(parameters.add(Self.mostKeptBytes))", parameters)
    }

    private func deletion(before generation: Int64) -> Statement {
        var parameters = Parameters()
        return Statement(
            "DELETE FROM \(tables.history) WHERE generation < \(parameters.add(generation - Self.keptCommits))",
            parameters)
    }

    /// Returns the statement that has a row if a commit was made.
    func lookup(of token: UUID, from position: HistoryPosition) -> Statement {
        var parameters = Parameters()
        let generation = parameters.add(position.generation)
        return Statement(
            "SELECT generation FROM \(tables.history) "
                + "WHERE generation >= \(generation) AND token = \(parameters.add(token))", parameters)
    }
}
