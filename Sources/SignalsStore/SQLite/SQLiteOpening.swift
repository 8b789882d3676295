import CSQLite
import Foundation

/// Opens a file for writing, and refuses one that it cannot keep safe, before anything in it is changed.
struct SQLiteOpening {
    let url: URL
    let entities: [EntitySchema]
    let durability: SQLiteDurability
    /// The version of the model.
    var version = 1
    var migration = MigrationOptions()

    func open() throws(StoreError) -> (connection: SQLiteConnection, identifier: UUID) {
        try requireUsableFile()
        do {
            let connection = try SQLiteConnection(path: url.path)
            if connection.isReadOnly { throw StoreError.noPermission(url) }
            let upgrade = SQLiteUpgrade(
                connection: connection, url: url, model: ModelRecord(entities, version: version), options: migration)
            try upgrade.requirePossible()
            try set("journal_mode", to: .text("wal"), as: "WAL", connection)
            try set("synchronous", to: .integer(durability.level), as: durability.rawValue, connection)
            return (connection, try upgrade.run())
        } catch let error as StoreError {
            throw error
        } catch let failure as SQLiteFailure {
            throw storeError(failure)
        } catch {
            throw .failed(url, reason: "\(error)")
        }
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

    private func storeError(_ failure: SQLiteFailure) -> StoreError {
        switch failure.primaryCode {
        case SQLITE_NOTADB, SQLITE_CORRUPT: .notADatabase(url)
        case SQLITE_BUSY, SQLITE_LOCKED: .busy(url)
        case SQLITE_CANTOPEN, SQLITE_PERM, SQLITE_READONLY, SQLITE_AUTH: .noPermission(url)
        default: .failed(url, reason: failure.message)
        }
    }
}
