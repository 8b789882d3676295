import CSQLite
import Foundation
import SignalsSQL
import SignalsStoreCore

/// The sole use of a file, to delete or replace it: no one has it open, in this process or in another.
///
/// The file is accessed through SQLite only. Opening and closing it in another way would release the locks of
/// connections in this process.
package struct SQLiteClaim {
    package let url: URL

    package init(url: URL) {
        self.url = url
    }

    /// The endings of the files that SQLite keeps beside a database while it is open.
    private static let companions = ["-wal", "-shm", "-journal"]

    private enum Content {
        case nothing
        case store(SQLiteConnection)
        /// A file that is not a database, or a damaged one.
        case noDatabase
        /// A database that is not a store of this library.
        case other
    }

    /// Deletes the store.
    package func destroy() throws {
        switch try content() {
        case .nothing: break
        case .noDatabase: throw StoreError.notADatabase(url)
        case .other: throw StoreError.foreignDatabase(url)
        case .store(let connection):
            try hold(connection)
            defer { connection.close() }
            for suffix in Self.companions + [""] where unlink(url.path + suffix) != 0 && errno != ENOENT {
                throw StoreError.noPermission(url)
            }
        }
    }

    /// Refuses a path whose file could not be replaced. Changes nothing.
    func requireReplaceable(evenIfOther: Bool) throws {
        switch try content() {
        case .nothing: break
        case .noDatabase, .other: if !evenIfOther { throw StoreError.wouldReplace(url) }
        case .store(let connection): connection.close()
        }
    }

    /// Puts another file at the path.
    package func replace(with path: String, evenIfOther: Bool) throws {
        var held: SQLiteConnection?
        defer { held?.close() }
        switch try content() {
        case .nothing: break
        case .noDatabase, .other: if !evenIfOther { throw StoreError.wouldReplace(url) }
        case .store(let connection):
            held = connection
            try hold(connection)
        }
        // A log of the old file would be taken for one of the new.
        for suffix in Self.companions { unlink(url.path + suffix) }
        guard rename(path, url.path) == 0 else { throw StoreError.noPermission(url) }
    }

    private func content() throws -> Content {
        var isDirectory: ObjCBool = false
        guard FileManager.default.fileExists(atPath: url.path, isDirectory: &isDirectory) else { return .nothing }
        if isDirectory.boolValue { throw StoreError.isDirectory(url) }
        do {
            let connection = try SQLiteConnection(
                path: url.path, creating: false, settings: SQLiteSettings(busyTimeout: 0))
            // Before the first look at the file: where someone has it open with a log, that look then fails.
            _ = try connection.value("PRAGMA locking_mode = EXCLUSIVE")
            let tables = try connection.rows("SELECT name FROM sqlite_master WHERE type = 'table'")
            return tables.contains([.text(SQLiteMetadata.table)]) ? .store(connection) : .other
        } catch {
            if error.primaryCode == SQLITE_NOTADB || error.primaryCode == SQLITE_CORRUPT { return .noDatabase }
            throw storeError(error)
        }
    }

    /// Keeps everyone else out, without a log, which SQLite would delete by its name at the end.
    private func hold(_ connection: SQLiteConnection) throws {
        do {
            _ = try connection.value("PRAGMA journal_mode = DELETE")
            try connection.execute("BEGIN EXCLUSIVE")
        } catch { throw storeError(error) }
    }

    private func storeError(_ failure: SQLiteFailure) -> StoreError {
        switch failure.primaryCode {
        case SQLITE_BUSY, SQLITE_LOCKED: .inUse(url)
        case SQLITE_CANTOPEN, SQLITE_PERM, SQLITE_READONLY, SQLITE_AUTH: .noPermission(url)
        default: .failed(url, reason: failure.message)
        }
    }
}
