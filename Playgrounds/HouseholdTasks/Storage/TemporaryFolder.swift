import Foundation

/// A folder of its own in the temporary folder, which is removed with all that is in it when it is let go of, or before.
final class TemporaryFolder: Sendable {
    let url: URL

    /// Makes the folder, which others cannot read.
    init() throws {
        url = FileManager.default.temporaryDirectory.appending(path: "household-tasks-\(UUID().uuidString)")
        try FileManager.default.createDirectory(
            at: url, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }

    deinit { remove() }

    /// Removes the folder with all that is in it.
    func remove() {
        try? FileManager.default.removeItem(at: url)
    }
}
