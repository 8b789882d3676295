import Foundation

/// How a file is opened.
struct SQLiteSettings: Sendable, Hashable {
    var durability = Durability.full
    /// How long a lock that another process holds is waited for, in seconds.
    var busyTimeout: TimeInterval = 5
    /// Whether no other process knows the file.
    var isPrivate = false
    /// The name of the SQLite VFS to open it through; nil for the system's.
    var vfs: String?
    /// How many pages the log may have before it is moved into the file.
    var logPages = 1000
}
