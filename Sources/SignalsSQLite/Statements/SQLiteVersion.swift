import CSQLite
import SignalsSQL
import SignalsStoreCore

/// The version of the SQLite library that this process runs with, which need not be the one it was built with.
struct SQLiteVersion: Sendable {
    /// As SQLite counts: 3.40.1 is 3,040,001.
    let number: Int

    static let current = SQLiteVersion(number: Int(sqlite3_libversion_number()))

    /// True if two connections that write and checkpoint at the same instant can lose a commit: when one begins a
    /// checkpoint right after another was completed, and a commit starts the log over meanwhile, the second checkpoint
    /// treats new content of the log as checkpointed already. SQLite 3.7.0 to 3.51.2 do, except where the correction
    /// was carried back.
    var losesCommitsAtLogReset: Bool {
        switch number {
        case 3_051_003...: false
        case 3_050_007..<3_051_000, 3_044_006..<3_045_000: false
        default: number >= 3_007_000
        }
    }
}
