import Foundation
import SignalsSQL
import SignalsStoreCore

/// The copy of a file as it was before a migration, in the same folder.
struct SQLiteMigrationCopy {
    let url: URL

    /// Makes the copy, while a transaction of another connection keeps everyone from writing.
    ///
    /// - Throws: `StoreError` where there is no room or no permission for it.
    init(of original: URL, settings: SQLiteSettings) throws {
        url = Self.url(beside: original)
        let copy = SQLiteBackup(to: url, replacingAnyFile: false)
        defer { copy.discard() }
        try copy.requireFreePath()
        let connection = try SQLiteConnection(path: original.path, creating: false, settings: settings)
        defer { connection.close() }
        try connection.beginReading()
        try copy.copy(connection) { _ in }
        try connection.execute("ROLLBACK")
        try copy.moveToPath()
    }

    /// Deletes the copy of a file that was not migrated after all.
    func discard() { try? FileManager.default.removeItem(at: url) }

    /// `tasks.sqlite.before-migration`, or with a number where earlier migrations have left theirs.
    private static func url(beside original: URL) -> URL {
        let folder = original.deletingLastPathComponent()
        let name = original.lastPathComponent + ".before-migration"
        var url = folder.appending(path: name)
        var number = 1
        while FileManager.default.fileExists(atPath: url.path) {
            number += 1
            url = folder.appending(path: "\(name)-\(number)")
        }
        return url
    }
}
