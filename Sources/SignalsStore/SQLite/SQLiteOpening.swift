import CSQLite
import Foundation

/// Opens a file for writing, and refuses one that it cannot keep safe, before anything in it is changed.
struct SQLiteOpening {
    let url: URL
    let entities: [EntitySchema]
    var settings = SQLiteSettings()

    /// A file that is open for writing.
    struct Opened {
        let connection: SQLiteConnection
        let identifier: UUID
        /// Keeps processes from writing at once where SQLite does not do that well enough; nil where it does.
        let lock: ProcessLock?
    }

    func open() throws(StoreError) -> Opened {
        try requireUsableFile()
        do {
            let connection = try SQLiteConnection(path: url.path, settings: settings)
            if connection.isReadOnly { throw StoreError.noPermission(url) }
            let known = try readModel(connection)
            let lock = try takeLock()
            defer { lock?.unlock() }
            try set("journal_mode", to: .text("wal"), as: "WAL", connection)
            try setDurability(connection)
            return Opened(connection: connection, identifier: try upgrade(connection, from: known), lock: lock)
        } catch let error as StoreError {
            throw error
        } catch let failure as SQLiteFailure {
            throw storeError(failure)
        } catch {
            throw .failed(url, reason: "\(error)")
        }
    }

    /// Another connection to a file that is open.
    func connectAgain() throws(SQLiteFailure) -> SQLiteConnection {
        let connection = try SQLiteConnection(path: url.path, creating: false, settings: settings)
        do { try setDurability(connection) } catch {
            throw error as? SQLiteFailure ?? SQLiteFailure(code: SQLITE_ERROR, message: "\(error)")
        }
        return connection
    }

    private func setDurability(_ connection: SQLiteConnection) throws {
        let durability = settings.durability
        try set("synchronous", to: .integer(durability.level), as: durability.pragma, connection)
    }

    private func takeLock() throws -> ProcessLock? {
        guard SQLiteVersion.current.losesCommitsAtLogReset, !settings.isPrivate else { return nil }
        let lock: ProcessLock
        do { lock = try ProcessLock(path: url.path + "-lock") } catch { throw StoreError.noPermission(url) }
        let wait = BusyWait(timeout: settings.busyTimeout)
        wait.begin()
        guard lock.lock(wait) else { throw StoreError.busy(url) }
        return lock
    }

    private func requireUsableFile() throws(StoreError) {
        var isDirectory: ObjCBool = false
        let files = FileManager.default
        if files.fileExists(atPath: url.path, isDirectory: &isDirectory) {
            if isDirectory.boolValue { throw .isDirectory(url) }
            guard files.isReadableFile(atPath: url.path), files.isWritableFile(atPath: url.path) else {
                throw .noPermission(url)
            }
        } else if !files.fileExists(atPath: url.deletingLastPathComponent().path, isDirectory: &isDirectory) {
            throw .noDirectory(url)
        }
    }

    private func set(
        _ pragma: String, to expected: StoredValue, as value: String, _ connection: SQLiteConnection
    ) throws {
        _ = try connection.value("PRAGMA \(pragma) = \(value)")
        let found = try connection.value("PRAGMA \(pragma)")
        guard found == expected else {
            throw StoreError.settingRefused(url, setting: "\(pragma) = \(value)", value: "\(found)")
        }
    }

    /// The entities that the file was last opened with; nil for a new file.
    private func readModel(_ connection: SQLiteConnection) throws -> [EntitySchema]? {
        let tables = try connection.rows("SELECT name FROM sqlite_master WHERE type = 'table'").compactMap(\.first)
        if tables.isEmpty { return nil }
        guard tables.contains(.text(SQLiteMetadata.table)) else { throw StoreError.foreignDatabase(url) }
        let metadata = SQLiteMetadata(connection)
        guard case .integer(let format) = try metadata.value("format") else { throw StoreError.foreignDatabase(url) }
        if format > SQLiteMetadata.format { throw StoreError.newerFormat(url, version: Int(format)) }
        guard case .text(let json) = try metadata.value("model"),
            let model = try? JSONDecoder().decode([EntitySchema].self, from: Data(json.utf8))
        else { throw StoreError.notADatabase(url) }
        let differences = ModelDifferences(from: model, to: entities)
        guard differences.isEmpty else {
            throw StoreError.incompatibleModel(url, differences: differences.descriptions)
        }
        return model
    }

    /// Makes what the file lacks, in one transaction.
    private func upgrade(_ connection: SQLiteConnection, from known: [EntitySchema]?) throws -> UUID {
        let metadata = SQLiteMetadata(connection)
        let present = Set((known ?? []).map(\.name))
        let missing = entities.filter { !present.contains($0.name) }
        if known == nil || !missing.isEmpty {
            try connection.execute("BEGIN IMMEDIATE")
            defer { if !connection.isInAutocommit { try? connection.execute("ROLLBACK") } }
            // Another process may have made the file since it was read.
            let now = try readModel(connection)
            if now == nil { try metadata.create() }
            try create(missing.filter { entity in !(now ?? []).contains { $0.name == entity.name } }, connection)
            try metadata.set("model", .text(try encoded(merged(now ?? []))))
            try connection.execute("COMMIT")
        }
        guard case .text(let text) = try metadata.value("identifier"), let identifier = UUID(uuidString: text) else {
            throw StoreError.notADatabase(url)
        }
        return identifier
    }

    private func create(_ missing: [EntitySchema], _ connection: SQLiteConnection) throws(SQLiteFailure) {
        let schema = SQLiteSchema()
        for entity in missing {
            try connection.execute(schema.createTable(entity))
            for index in schema.createIndexes(entity) { try connection.execute(index) }
        }
    }

    /// Entities that this model leaves out stay in the file.
    private func merged(_ known: [EntitySchema]) -> [EntitySchema] {
        known + entities.filter { entity in !known.contains { $0.name == entity.name } }
    }

    private func encoded(_ model: [EntitySchema]) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return String(decoding: try encoder.encode(model), as: UTF8.self)
    }

    private func storeError(_ failure: SQLiteFailure) -> StoreError {
        switch failure.primaryCode {
        case SQLITE_NOTADB, SQLITE_CORRUPT: .notADatabase(url)
        case SQLITE_BUSY, SQLITE_LOCKED: .busy(url)
        case SQLITE_CANTOPEN, SQLITE_PERM, SQLITE_READONLY, SQLITE_AUTH: .noPermission(url)
        default: .failed(url, reason: failure.message)
        }
    }
}
