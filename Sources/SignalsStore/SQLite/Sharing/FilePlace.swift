import Foundation

/// A file and where it lies, to find out whether it still does: SQLite would go on writing to a file that was deleted,
/// and what was saved would be gone at the end.
struct FilePlace: Sendable {
    private let path: String
    private let device: UInt64
    private let number: UInt64

    /// Nil when there is no such file.
    init?(_ path: String) {
        guard let found = Self.identity(path) else { return nil }
        self.path = path
        (device, number) = found
    }

    /// Whether the same file is at the same path.
    var isUnmoved: Bool { Self.identity(path).map { $0 == (device, number) } ?? false }

    private static func identity(_ path: String) -> (UInt64, UInt64)? {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        return (UInt64(truncatingIfNeeded: status.st_dev), UInt64(truncatingIfNeeded: status.st_ino))
    }
}
