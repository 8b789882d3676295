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
        try requirePossible(stored)
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

    private func path(from stored: ModelRecord) -> [MigrationStage] {
        MigrationStage.path(options.stages, from: stored.version, to: model.version)
    }

    /// Throws if the models alone show that the migration is not possible. Tables are not read: another program may have
    /// replaced them.
    private func requirePossible(_ stored: ModelRecord) throws {
        let plan = MigrationPlan(from: stored.entities, to: model.entities)
        let hasStages = !path(from: stored).isEmpty
        if !hasStages { try plan.requireCommonClass(in: name, dropping: options.dropping) }
        if (plan.isImpossible && !hasStages) || (!plan.isEmpty && !options.isAutomatic) {
            throw StoreError.incompatibleModel(url, differences: plan.descriptions)
        }
    }

    private func requireNoLoss(_ plan: MigrationPlan) throws {
        let losses = try plan.losses(dropping: options.dropping) { try connection.count(of: $0) }
        if !losses.isEmpty { throw StoreError.wouldDrop(name, losses) }
    }

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
        let stages = path(from: stored)
        var meter = MigrationMeter(stages: stages.count + 1, report: options.report)
        var present = stored
        for stage in stages {
            let next = ModelRecord(stage.target.entities, version: stage.target.version)
            try migrate(&present, to: next, &meter, stage)
        }
        try migrate(&present, to: model, &meter, nil)
        try write(present)
        meter.finish()
    }

    private func migrate(
        _ present: inout ModelRecord, to next: ModelRecord, _ meter: inout MigrationMeter, _ stage: MigrationStage?
    ) throws {
        let plan = MigrationPlan(from: present.entities, to: next.entities)
        if stage == nil, plan.isImpossible {
            throw StoreError.incompatibleModel(url, differences: plan.descriptions)
        }
        if stage == nil { try requireNoLoss(plan) }
        let body = stage.map { stage in
            { (rows: any MigrationRows) in
                try stage.run(on: rows, plan, of: url, named: name, dropping: options.dropping)
            }
        }
        let obstacles = try PostgresMigration(connection, plan).run(&meter, body)
        guard obstacles.isEmpty else {
            let others = plan.descriptions.filter { line in !obstacles.contains { $0.hasPrefix(line) } }
            throw StoreError.incompatibleModel(url, differences: obstacles + others)
        }
        present = present.succeeded(by: next, isOther: !plan.isEmpty)
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
