import Foundation

/// An event of a store's files.
enum FileEvent: Sendable {
    /// One was written, by this process or another.
    case written
    /// One came, was moved or deleted, or its folder was: events may come from another file now.
    case lost
}

/// The events of a store's files, as the system reports them until the end.
struct FileEvents: Sendable {
    /// Ends the reports of events.
    let end: @Sendable () -> Void

    /// Calls `handler` on a background queue at each event, or once for those of a tenth of a second.
    ///
    /// - Returns: nil where the system does not report all writes, as on a file system that other machines write to.
    static func follow(_ path: String, _ handler: @escaping @Sendable (FileEvent) -> Void) -> FileEvents? {
        #if canImport(Darwin)
            LogEvents.follow(path + "-wal", handler)
        #elseif os(Linux) || os(Android)
            FolderEvents.shared?.follow(path, handler)
        #else
            nil
        #endif
    }
}
