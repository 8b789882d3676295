/// The saves that a power cut, or a crash of the operating system, may take back though they were reported.
///
/// The end of the program alone, however sudden, takes nothing back under any of them. The names are those of SQLite's
/// `PRAGMA synchronous`, with write-ahead logging.
public enum Durability: String, Sendable, CaseIterable {
    /// Nothing: a save is synced to the disk before it is reported. Saves that come together share one sync.
    /// The file of the log, whose name ends in `-wal`, is kept up to 48 pages longer than what is in it, which makes a
    /// sync cheaper.
    case full
    /// The saves since the log was last moved into the file. They are reported when the operating system has them, and
    /// are lost together, from some moment on: what is left is the store as it was at that moment, undamaged.
    case normal
    /// Any save, and the store itself, which may be damaged beyond repair. Nothing is ever synced. For data that can be
    /// made again.
    case off
}

extension Durability {
    /// The setting's name in SQL.
    package var pragma: String { rawValue.uppercased() }

    /// The number that `PRAGMA synchronous` reads back as.
    package var level: Int64 {
        switch self {
        case .full: 2
        case .normal: 1
        case .off: 0
        }
    }
}
