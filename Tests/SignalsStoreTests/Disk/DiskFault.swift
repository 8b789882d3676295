import CSQLite

/// The fault of a disk that is told to fail.
enum DiskFault: String, Sendable, CaseIterable {
    case read, write, full, sync, open, truncate, sharedMemory

    /// The calls that can go wrong in this way.
    enum Call: Sendable { case read, write, sync, open, truncate, sharedMemory }

    var call: Call {
        switch self {
        case .read: .read
        case .write, .full: .write
        case .sync: .sync
        case .open: .open
        case .truncate: .truncate
        case .sharedMemory: .sharedMemory
        }
    }

    /// The answer to SQLite; its extended codes are macros that Swift does not import.
    var code: Int32 {
        switch self {
        case .read: SQLITE_IOERR | 1 << 8
        case .write: SQLITE_IOERR | 3 << 8
        case .full: SQLITE_FULL
        case .sync: SQLITE_IOERR | 4 << 8
        case .open: SQLITE_CANTOPEN
        case .truncate: SQLITE_IOERR | 6 << 8
        case .sharedMemory: SQLITE_IOERR | 21 << 8
        }
    }
}
