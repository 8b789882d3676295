import Foundation
import SignalsCore

/// The folder of a store in memory, with a lock that the system takes back however the process ends: so another process
/// can detect that the folder of a killed process is not used any more.
package struct ScratchClaim: Sendable {
    private static let prefix = "signals-"
    private static let lockName = "in-use"
    private static let hasRun = Locked(false)

    package let folder: URL
    private let lock: ProcessLock

    /// Makes a folder that only this user can read, and has the folder locked before others can find it.
    package init(in parent: URL) throws {
        let files = FileManager.default
        let name = UUID().uuidString
        let hidden = parent.appending(path: ".\(Self.prefix)\(name)")
        folder = parent.appending(path: "\(Self.prefix)\(name)")
        do {
            try files.createDirectory(
                at: hidden, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            lock = try ProcessLock(path: hidden.appending(path: Self.lockName).path)
            _ = lock.tryLock()
            try files.moveItem(at: hidden, to: folder)
        } catch {
            try? files.removeItem(at: hidden)
            throw error
        }
    }

    /// Deletes the folders that processes left which are no more, the first time that this is called in a process.
    package static func removeLeftoversOnce(in parent: URL) {
        let isFirst = hasRun.withLock { hasRun in
            defer { hasRun = true }
            return !hasRun
        }
        if isFirst { removeLeftovers(in: parent) }
    }

    /// Deletes the folders that processes left which are no more. One without a lock's file is left alone: it may be in
    /// use by a version that made none.
    package static func removeLeftovers(in parent: URL) {
        let files = FileManager.default
        // A folder that cannot be listed or deleted is another user's.
        for name in (try? files.contentsOfDirectory(atPath: parent.path)) ?? [] where name.hasPrefix(prefix) {
            let folder = parent.appending(path: name)
            let path = folder.appending(path: lockName).path
            guard files.fileExists(atPath: path), let lock = try? ProcessLock(path: path), lock.tryLock() else {
                continue
            }
            try? files.removeItem(at: folder)
        }
    }
}
