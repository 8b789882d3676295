import Foundation
import SignalsStoreCore

/// Migrates a store to a model, in one transaction that locks the row that counts the commits. Of several programs that
/// begin at once one migrates, and the others find that it is done.
struct PostgresUpgrade {
    let connection: SchemaConnection
    /// Names the store in errors.
    let name: String
    let url: URL
    let model: ModelRecord
    let options: MigrationOptions
    /// The longest time, in seconds, to wait for other programs.
    let timeout: TimeInterval
    let abilities: PostgresAbilities

    private var tables: PostgresTables {
        PostgresTables(model.entities, in: connection.schema, abilities: abilities)
    }
    private var query: String { "SELECT model, model_version, former_hashes FROM \(tables.store)" }

    /// - Throws: `StoreError`, `PostgresFailure` or `SaveError`.
    func run() throws {
        let stored = try read(query)
        guard isDue(stored) else { return }
        // Tables are not read before the lock: another program may have replaced them.
        try upgrade.requirePossible(from: stored)
        do { try migrate() } catch {
            if !connection.connection.isBroken { try? connection.execute(["ROLLBACK"]) }
            throw error
        }
    }

    private func read(_ query: String) throws -> ModelRecord {
        let answer = try connection.run(Statement(query))
        let formerHashes = (answer.text(0, 2) ?? "").split(separator: ",").map(String.init)
        guard answer.count == 1, let text = answer.text(0, 0),
            let record = ModelRecord(text: text, version: Int(answer.integer(0, 1) ?? 0), formerHashes: formerHashes)
        else { throw StoreError.server(name, .foreignSchema(connection.schema)) }
        if record.isNewer(than: model) { throw StoreError.newerModel(url, version: record.version) }
        return record
    }

    private func isDue(_ stored: ModelRecord) -> Bool {
        stored.hash != model.hash || stored.version != model.version
    }

    private var upgrade: ModelUpgrade { ModelUpgrade(of: name, url, to: model, options) }

    private func migrate() throws {
        try connection.execute([
            "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE",
            "SET LOCAL lock_timeout = \(max(1, Int(timeout * 900)))",
            // Converting or indexing a large table takes long.
            "SET LOCAL statement_timeout = 0",
        ])
        // Another program may have been faster.
        let stored = try read(query + " FOR UPDATE")
        guard isDue(stored) else { return try connection.execute(["ROLLBACK"]) }
        var meter = MigrationMeter(stages: upgrade.path(from: stored).count + 1, report: options.report)
        let present = try upgrade.run(from: stored, &meter, { try connection.count(of: $0) }) { plan, meter, body in
            try PostgresMigration(connection, plan).run(&meter, body)
        }
        try write(present)
        meter.finish()
    }

    /// Writes the new model and commits. Programs that have the store open with the old one find another hash.
    private func write(_ record: ModelRecord) throws {
        var row = Parameters()
        let values = [
            "model = \(row.add(record.text))",
            "model_version = \(row.add(Int64(record.version)))", "hash = \(row.add(record.hash))",
            "former_hashes = \(row.add(record.formerHashes.joined(separator: ",")))",
        ]
        let history = History(tables: tables)
        var notice = CommitNotice()
        notice.isEverything = true
        let generation = try connection.run(
            Statement(
                "UPDATE \(tables.store) SET generation = generation + 1, \(values.joined(separator: ", ")) "
                    + "RETURNING generation", row)
        ).integer(0, 0)
        let position = HistoryPosition(generation: generation ?? 0, token: UUID())
        for statement in history.add(position, from: History.nobody, HistoryRecord(notice)) {
            try connection.run(statement)
        }
        try connection.execute(["COMMIT"])
    }
}
