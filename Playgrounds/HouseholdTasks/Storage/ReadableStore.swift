import Foundation
import SignalsStore

/// A store from which tasks are only read: it need not exist, and need not be writable.
enum ReadableStore {
    /// Opens the file at `url`, or an empty store if there is no file; nothing is made on the way there.
    ///
    /// A file that cannot be written is copied first, since the container opens only what it can write.
    ///
    /// - Returns: the open store, and the folder of the copy if there is one, which is to be kept as long.
    /// - Throws: `StoreError` if the file is no such store or cannot be read, and `StoreFolderError` if a file is where a
    ///   folder should be.
    static func open(_ url: URL) throws -> (container: PersistentContainer, folder: TemporaryFolder?) {
        guard FileManager.default.fileExists(atPath: url.path) else {
            try requireNoFile(above: url)
            return (try StorageProvider.container(.inMemory()), nil)
        }
        do {
            return (try StorageProvider.container(.sqlite(at: url)), nil)
        } catch StoreError.noPermission where FileManager.default.isReadableFile(atPath: url.path) {
            let folder = try TemporaryFolder()
            return (try StorageProvider.container(.sqlite(at: try copy(url, into: folder))), folder)
        }
    }

    /// Copies a store and its log, which may be the only place of what was saved last.
    private static func copy(_ url: URL, into folder: TemporaryFolder) throws -> URL {
        let copy = folder.url.appending(path: url.lastPathComponent)
        for suffix in ["", "-wal"] where FileManager.default.fileExists(atPath: url.path + suffix) {
            let data = try Data(contentsOf: URL(filePath: url.path + suffix))
            try data.write(to: URL(filePath: copy.path + suffix))
        }
        return copy
    }

    private static func requireNoFile(above url: URL) throws {
        let folder = url.deletingLastPathComponent()
        var above = folder
        var isFolder: ObjCBool = false
        while !FileManager.default.fileExists(atPath: above.path, isDirectory: &isFolder), above.path != "/" {
            above.deleteLastPathComponent()
        }
        if !isFolder.boolValue { throw StoreFolderError(path: folder.path, reason: "a file is in the way") }
    }
}
