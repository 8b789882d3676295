import CSQLite

/// What SQLite answered when something failed.
struct SQLiteFailure: Error, Sendable {
    let code: Int32
    let message: String

    /// The code without what makes it more precise.
    var primaryCode: Int32 { code & 0xFF }

    var isUniqueViolation: Bool { code == Self.constraintUnique }

    // SQLITE_CONSTRAINT_UNIQUE, a macro that Swift does not import.
    private static let constraintUnique = SQLITE_CONSTRAINT | 8 << 8

    var saveReason: SaveError.Reason {
        switch primaryCode {
        case SQLITE_BUSY, SQLITE_LOCKED: .busy
        case SQLITE_FULL: .diskFull
        case SQLITE_READONLY, SQLITE_PERM, SQLITE_CANTOPEN: .readOnly
        default: .store(reason: message)
        }
    }
}
