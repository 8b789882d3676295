import CSQLite
import Foundation

/// What SQLite answered when something failed.
struct SQLiteFailure: Error, Sendable {
    let code: Int32
    /// What the system answered SQLite, `errno`, where that was the cause.
    var systemCode: Int32 = 0
    let message: String

    /// The code without what makes it more precise.
    var primaryCode: Int32 { code & 0xFF }

    var isUniqueViolation: Bool { code == Self.constraintUnique }

    /// Whether the statement alone is to blame: the transaction and the connection are as good as before.
    var isOfTheStatement: Bool {
        [SQLITE_CONSTRAINT, SQLITE_TOOBIG, SQLITE_MISMATCH, SQLITE_ERROR].contains(primaryCode)
    }

    /// Whether the connection can be used again. After a failed write or sync it cannot: what it takes for written
    /// may not be.
    var leavesConnectionIntact: Bool { isOfTheStatement || [SQLITE_BUSY, SQLITE_LOCKED].contains(primaryCode) }

    // SQLITE_CONSTRAINT_UNIQUE, a macro that Swift does not import.
    private static let constraintUnique = SQLITE_CONSTRAINT | 8 << 8

    var saveReason: SaveError.Reason {
        switch primaryCode {
        case SQLITE_BUSY, SQLITE_LOCKED: .busy
        case SQLITE_FULL: .diskFull
        case SQLITE_READONLY, SQLITE_PERM, SQLITE_AUTH: .readOnly
        case SQLITE_IOERR, SQLITE_CANTOPEN: Self.reason(ofSystemCode: systemCode) ?? .inputOutput(reason: reason)
        case SQLITE_CORRUPT, SQLITE_NOTADB: .damaged(reason: message)
        default: .store(reason: message)
        }
    }

    private static func reason(ofSystemCode code: Int32) -> SaveError.Reason? {
        switch code {
        case EROFS, EACCES, EPERM: .readOnly
        case ENOSPC, EDQUOT: .diskFull
        case ENOENT: .fileMissing
        default: nil
        }
    }

    /// What went wrong, in SQLite's and the system's words.
    var reason: String {
        systemCode == 0 ? "\(message) (SQLite's code \(code))" : "\(message): \(String(cString: strerror(systemCode)))"
    }
}
