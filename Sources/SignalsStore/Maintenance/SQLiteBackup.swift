import CSQLite
import Foundation

/// Copies a database as it is at one moment into another file, while others go on writing to it.
struct SQLiteBackup {
    private static let pagesAtOnce: Int32 = 512

    let source: SQLiteConnection
    let url: URL
    let replacingAnyFile: Bool

    /// The copy is put together beside its place and moved there when it is whole and on disk.
    func run(_ progress: (Double) -> Void) throws {
        let partial = url.path + ".partial-\(UUID().uuidString.prefix(8))"
        defer { try? FileManager.default.removeItem(atPath: partial) }
        let claim = SQLiteClaim(url: url)
        try claim.requireReplaceable(evenIfOther: replacingAnyFile)
        try copy(to: partial, progress)
        try claim.replace(with: partial, evenIfOther: replacingAnyFile)
        syncFolder()
        progress(1)
    }

    // An open transaction keeps the source as it was at its beginning; without it, each save would begin the copy anew.
    private func copy(to path: String, _ progress: (Double) -> Void) throws {
        do {
            let copy = try SQLiteConnection(path: path)
            defer { copy.close() }
            try source.execute("BEGIN")
            defer { try? source.execute("ROLLBACK") }
            _ = try source.value("SELECT COUNT(*) FROM sqlite_master")
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
