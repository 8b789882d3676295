import Foundation
import SignalsCore

/// The folders of stores in memory, which are deleted with them, and when the program ends.
package enum ScratchFolders {
    private static let folders: Locked<Set<URL>> = {
        atexit { ScratchFolders.removeAll() }
        return Locked([])
    }()

    /// Makes the end of the program delete the folders.
    package static func prepare() { _ = folders.withLock(\.count) }

    package static func add(_ folder: URL) { folders.withLock { _ = $0.insert(folder) } }

    package static func remove(_ folder: URL) {
        folders.withLock { _ = $0.remove(folder) }
        try? FileManager.default.removeItem(at: folder)
    }

    private static func removeAll() {
        for folder in folders.withLock({ $0 }) { try? FileManager.default.removeItem(at: folder) }
    }
}
