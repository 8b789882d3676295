import Foundation
import SignalsSQL
import SignalsStoreCore

/// Brings a file to a model: makes the tables of a new one, migrates an older one, refuses one that is newer.
struct SQLiteUpgrade {
    let connection: SQLiteConnection
    let url: URL
    let model: ModelRecord
    let options: MigrationOptions
    var settings = SQLiteSettings()

    /// Throws the errors that can be found without a change. Reads only.
    func requirePossible() throws {
        if SQLiteMetadata(connection).identifier(ifKeeping: model) != nil { return }
        guard let stored = try read() else { return }
        guard let plan = try upgrade.requirePossible(from: stored) else { return }
        try upgrade.requireNoLoss(plan) { try connection.count($0) }
    }

    private var upgrade: ModelUpgrade { ModelUpgrade(of: url.path, url, to: model, options) }

    /// Creates or migrates the tables as necessary, in one transaction.
    ///
    /// - Returns: the store's identifier.
    func run() throws -> UUID {
        let metadata = SQLiteMetadata(connection)
        if let identifier = metadata.identifier(ifKeeping: model) { return identifier }
        if try read().map({ try isDue($0) }) ?? true {
            try connection.execute("BEGIN IMMEDIATE")
            defer { if !connection.isInAutocommit { try? connection.execute("ROLLBACK") } }
            // Another process may have been faster.
            var copy: SQLiteMigrationCopy?
            do {
                if let stored = try read() { try migrate(stored, &copy) } else { try create() }
            } catch {
                copy?.discard()
                throw error
            }
            // The effect of a failed commit is unknown: then the copy stays.
            try connection.execute("COMMIT")
        }
        guard case .text(let text) = try metadata.value("identifier"), let identifier = UUID(uuidString: text) else {
            throw StoreError.notADatabase(url)
        }
        return identifier
    }

    /// Returns the model record of the file; nil for a new file.
    private func read() throws -> ModelRecord? {
        let tables = try connection.rows("SELECT name FROM sqlite_master WHERE type = 'table'").compactMap(\.first)
        if tables.isEmpty { return nil }
        guard tables.contains(.text(SQLiteMetadata.table)) else { throw StoreError.foreignDatabase(url) }
        let metadata = SQLiteMetadata(connection)
        guard let format = try metadata.format() else { throw StoreError.foreignDatabase(url) }
        if format > SQLiteMetadata.format { throw StoreError.newerFormat(url, version: format) }
        guard let stored = try metadata.model() else { throw StoreError.notADatabase(url) }
        if stored.isNewer(than: model) { throw StoreError.newerModel(url, version: stored.version) }
        return stored
    }

    private func isDue(_ stored: ModelRecord) throws -> Bool {
        try hasOlderFormat() || stored.version != model.version
            || !MigrationPlan(from: stored.entities, to: model.entities).isEmpty
    }

    private func hasOlderFormat() throws -> Bool {
        try SQLiteMetadata(connection).format().map { $0 < SQLiteMetadata.format } ?? false
    }

    private func create() throws {
        let metadata = SQLiteMetadata(connection)
        try metadata.create()
        let schema = SQLiteSchema()
        for entity in model.entities {
            try connection.execute(schema.createTable(entity))
            for index in schema.createIndexes(entity) { try connection.execute(index) }
            for statement in SQLiteSearchIndex(entity).creation { try connection.execute(statement) }
        }
        for table in SQLiteSchema.joinTables(of: model.entities) {
            for statement in schema.createJoinTable(table) { try connection.execute(statement) }
        }
        try metadata.set(model)
    }

    /// Through the stages written by hand, and from where they end by the rules.
    private func migrate(_ stored: ModelRecord, _ copy: inout SQLiteMigrationCopy?) throws {
        guard try isDue(stored) else { return }
        let stages = upgrade.path(from: stored)
        if stages.isEmpty {
            let plan = MigrationPlan(from: stored.entities, to: model.entities)
            try plan.requireCommonClass(in: url.path, dropping: options.dropping)
        }
        var meter = MigrationMeter(stages: stages.count + 1, report: options.report)
        let texts = try hasOlderFormat() ? SQLiteTextUpgrade(connection, stored.entities) : nil
        if options.keepsCopy, try texts?.affected().isEmpty == false || changesContents(stored) {
            let made = try SQLiteMigrationCopy(of: url, settings: settings)
            meter.report("\(made.url.lastPathComponent) keeps the store as it was")
            copy = made
        }
        try texts?.run(meter)
        let present = try upgrade.run(from: stored, &meter, { try connection.count($0) }) { plan, meter, body in
            try SQLiteMigration(connection, plan).run(&meter, body)
        }
        try SQLiteMetadata(connection).set(present)
        meter.finish()
    }

    /// True if something is dropped or converted.
    private func changesContents(_ stored: ModelRecord) throws -> Bool {
        if !upgrade.path(from: stored).isEmpty { return true }
        let plan = MigrationPlan(from: stored.entities, to: model.entities)
        return try (plan.drops + plan.conversions).contains { try connection.count($0) > 0 }
    }
}
