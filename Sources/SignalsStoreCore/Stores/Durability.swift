/// The reported saves that a power cut, or a crash of the operating system, may take back.
///
/// The end of the program alone, however sudden, takes nothing back under any of them. The names are those of SQLite's
/// `PRAGMA synchronous`, with write-ahead logging.
public enum Durability: String, Sendable, CaseIterable {
    /// Nothing: a save is synced to the disk before it is reported. Saves that come together share one sync.
    /// The write-ahead log, the file whose name ends in `-wal`, is kept up to 48 pages longer than its contents, which
    /// makes a sync cheaper.
    case full
    /// The saves since the last checkpoint. They are reported when the operating system has them. All saves after some
    /// moment are lost together: the store is left undamaged, as it was at that moment.
    case normal
    /// Any save, and the store itself, which may be damaged beyond repair. Nothing is ever synced. It is meant for data
    /// that can be made again.
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
