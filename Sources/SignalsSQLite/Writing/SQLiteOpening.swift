import CSQLite
import Foundation
import SignalsSQL
import SignalsStoreCore

/// The opening of a file for writing, which refuses a file that it cannot keep safe, before anything in it is changed.
package struct SQLiteOpening {
    package let url: URL
    package let entities: [EntitySchema]
    package var settings = SQLiteSettings()
    /// The version of the model.
    package var version = 1
    package var migration = MigrationOptions()

    package init(
        url: URL, entities: [EntitySchema], settings: SQLiteSettings = SQLiteSettings(), version: Int = 1,
        migration: MigrationOptions = MigrationOptions()
    ) {
        self.url = url
        self.entities = entities
        self.settings = settings
        self.version = version
        self.migration = migration
    }

    /// A file that is open for writing.
    package struct Opened {
        let connection: SQLiteConnection
        package let identifier: UUID
        /// Keeps processes from writing at once where SQLite does not do that well enough; nil where it does.
        let lock: ProcessLock?
        let schemaGuard: SchemaGuard
    }

    package func open() throws(StoreError) -> Opened {
        try requireUsableFile()
        let hadLog = FileStatus(url.path + "-wal") != nil
        do {
            let connection = try SQLiteConnection(path: url.path, settings: settings)
            do {
                try requireWhole(connection)
                return try prepare(connection)
            } catch {
                // Reading alone makes an empty log, which a file that is refused must not be left with.
                connection.movesLogWhenClosed = !hadLog
                throw error
            }
        } catch let error as StoreError {
            throw error
        } catch let failure as SQLiteFailure {
            throw storeError(failure)
        } catch {
            throw .failed(url, reason: "\(error)")
        }
    }

    private func prepare(_ connection: SQLiteConnection) throws -> Opened {
        if connection.isReadOnly { throw StoreError.noPermission(url) }
        let upgrade = SQLiteUpgrade(
            connection: connection, url: url, model: ModelRecord(entities, version: version), options: migration,
            settings: settings)
        try upgrade.requirePossible()
        let lock = try takeLock()
        defer { lock?.unlock() }
        try set("journal_mode", to: .text("wal"), as: "WAL", connection)
        try setDurability(connection)
        try setCache(connection)
        let identifier = try upgrade.run()
        return Opened(
            connection: connection, identifier: identifier, lock: lock, schemaGuard: try SchemaGuard(connection))
    }

    /// Another connection to a file that is open.
    func connectAgain() throws(SQLiteFailure) -> SQLiteConnection {
        let connection = try SQLiteConnection(path: url.path, creating: false, settings: settings)
        do {
            try setDurability(connection)
            try setCache(connection)
        } catch {
            throw error as? SQLiteFailure ?? SQLiteFailure(code: SQLITE_ERROR, message: "\(error)")
        }
        return connection
    }

    private func setDurability(_ connection: SQLiteConnection) throws {
        let durability = settings.durability
        try set("synchronous", to: .integer(durability.level), as: durability.pragma, connection)
    }

    /// Makes a transaction on a store that is in memory anyway write each page once, when it ends, up to 32 MB of them: those
    /// that leave the cache before are written, read and written again.
    private func setCache(_ connection: SQLiteConnection) throws(SQLiteFailure) {
        if settings.isPrivate { try connection.execute("PRAGMA cache_size = -32768") }
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

    private func size(_ suffix: String = "") -> Int {
        FileStatus(url.path + suffix)?.size ?? 0
    }

    /// Refuses a file whose end is missing, which SQLite would find only when it reads there. Pages may be in the log
    /// alone, so a file with a log is not judged.
    private func requireWhole(_ connection: SQLiteConnection) throws {
        guard case .integer(let pages) = try connection.value("PRAGMA page_count"),
            case .integer(let pageSize) = try connection.value("PRAGMA page_size"), size("-wal") == 0,
            size() < pages * pageSize
        else { return }
        throw StoreError.notADatabase(url)
    }

    private func requireUsableFile() throws(StoreError) {
        guard let file = FileStatus(url.path) else {
            let folder = FileStatus(url.deletingLastPathComponent().path)
            guard folder?.isDirectory == true else { throw .noDirectory(url) }
            return
        }
        if file.isDirectory { throw .isDirectory(url) }
        guard access(url.path, R_OK | W_OK) == 0 else { throw .noPermission(url) }
        // A read of a device or a pipe would wait.
        guard file.isRegular else { throw .notADatabase(url) }
        // SQLite takes what is shorter than its shortest page for an empty database, and would write over it.
        if (1..<512).contains(file.size) { throw .notADatabase(url) }
    }

    private func set(
        _ pragma: String, to expected: StoredValue, as value: String, _ connection: SQLiteConnection
    ) throws {
        // Some settings answer with what they are then.
        if try connection.value("PRAGMA \(pragma) = \(value)") == expected { return }
        let found = try connection.value("PRAGMA \(pragma)")
        guard found == expected else {
            throw StoreError.settingRefused(url, setting: "\(pragma) = \(value)", value: "\(found)")
        }
    }

    private func storeError(_ failure: SQLiteFailure) -> StoreError {
        switch failure.primaryCode {
        case SQLITE_NOTADB, SQLITE_CORRUPT: .notADatabase(url)
        case SQLITE_BUSY, SQLITE_LOCKED: .busy(url)
        case SQLITE_PERM, SQLITE_READONLY, SQLITE_AUTH: .noPermission(url)
        case SQLITE_CANTOPEN where [0, EACCES, EPERM, EROFS, ENOENT].contains(failure.systemCode): .noPermission(url)
        default: .failed(url, reason: failure.reason)
        }
    }
}
