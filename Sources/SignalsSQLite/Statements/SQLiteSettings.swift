import Foundation
import SignalsSQL
import SignalsStoreCore

/// The settings with which a file is opened.
package struct SQLiteSettings: Sendable, Hashable {
    package var durability = Durability.full
    /// The time for which a lock that another process holds is waited for, in seconds.
    package var busyTimeout: TimeInterval = 5
    /// True if no other process uses the file.
    package var isPrivate = false
    /// The name of the SQLite VFS to open it through; nil for the system's.
    package var vfs: String?
    /// The number of pages of the log at which a checkpoint is made.
    package var logPages = 1000

    package init(
        durability: Durability = .full, busyTimeout: TimeInterval = 5, isPrivate: Bool = false, vfs: String? = nil,
        logPages: Int = 1000
    ) {
        self.durability = durability
        self.busyTimeout = busyTimeout
        self.isPrivate = isPrivate
        self.vfs = vfs
        self.logPages = logPages
    }
}
