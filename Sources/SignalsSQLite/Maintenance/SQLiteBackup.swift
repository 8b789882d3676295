import CSQLite
import Foundation
import SignalsSQL
import SignalsStoreCore

/// A copy of a database, as it is at one moment, in another file, while writing goes on.
///
/// It is written beside its path, and moved there when it is complete and on disk.
package struct SQLiteBackup {
    private static let pagesAtOnce: Int32 = 512

    package let url: URL
    package let replacingAnyFile: Bool
    private let partial: String

    package init(to url: URL, replacingAnyFile: Bool) {
        self.url = url
        self.replacingAnyFile = replacingAnyFile
        partial = url.path + ".partial-\(UUID().uuidString.prefix(8))"
    }

    /// Refuses a path that could not be taken. Changes nothing.
    package func requireFreePath() throws {
        try SQLiteClaim(url: url).requireReplaceable(evenIfOther: replacingAnyFile)
    }

    /// Puts the copy together. The source is in a transaction, which keeps it as it was at its beginning; without one,
    /// each save would begin the copy again.
    package func copy(_ source: SQLiteConnection, _ progress: (Double) -> Void) throws {
        do {
            makeFile(as: source)
            let copy = try SQLiteConnection(path: partial)
            defer { copy.close() }
            guard let backup = sqlite3_backup_init(copy.handle, "main", source.handle, "main") else {
                throw SQLiteFailure(copy.handle, SQLITE_ERROR)
            }
            let code = step(backup, progress)
            sqlite3_backup_finish(backup)
            guard code == SQLITE_DONE else { throw SQLiteFailure(copy.handle, code) }
            copy.movesLogWhenClosed = true
            _ = try copy.value("PRAGMA wal_checkpoint(TRUNCATE)")
        } catch let failure as SQLiteFailure {
            switch failure.primaryCode {
            case SQLITE_CANTOPEN, SQLITE_PERM, SQLITE_READONLY: throw StoreError.noPermission(url)
            default: throw StoreError.failed(url, reason: failure.message)
            }
        }
    }

    /// Makes an empty file that the same people may read as the source, before anything is in it.
    private func makeFile(as source: SQLiteConnection) {
        var status = stat()
        guard let name = sqlite3_db_filename(source.handle, "main"), stat(name, &status) == 0 else { return }
        let mode = status.st_mode & 0o777
        let descriptor = open(partial, O_CREAT | O_EXCL | O_RDWR, mode)
        guard descriptor >= 0 else { return }
        fchmod(descriptor, mode)
        close(descriptor)
    }

    /// Moves the copy to its path.
    package func moveToPath() throws {
        try SQLiteClaim(url: url).replace(with: partial, evenIfOther: replacingAnyFile)
        syncFolder()
    }

    /// Deletes a copy that was not moved to its path.
    package func discard() { try? FileManager.default.removeItem(atPath: partial) }

    private func step(_ backup: OpaquePointer, _ progress: (Double) -> Void) -> Int32 {
        while true {
            let code = sqlite3_backup_step(backup, Self.pagesAtOnce)
            let total = sqlite3_backup_pagecount(backup)
            if total > 0 { progress(Double(total - sqlite3_backup_remaining(backup)) / Double(total + 1)) }
            if code != SQLITE_OK { return code }
        }
    }

    /// The new name is on disk when the folder is.
    private func syncFolder() {
        let folder = open(url.deletingLastPathComponent().path, O_RDONLY)
        guard folder >= 0 else { return }
        fsync(folder)
        close(folder)
    }
}
