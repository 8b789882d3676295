/// When SQLite waits for the disk.
enum SQLiteDurability: String, Sendable {
    /// At each commit: what is saved survives a power cut.
    case full = "FULL"
    /// Never: for a store that is thrown away.
    case off = "OFF"

    /// What `PRAGMA synchronous` reads back as.
    var level: Int64 { self == .full ? 2 : 0 }
}
