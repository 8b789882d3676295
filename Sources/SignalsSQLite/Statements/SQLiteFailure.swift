import CSQLite
import Foundation
import SignalsSQL
import SignalsStoreCore

/// SQLite's answer when something failed.
package struct SQLiteFailure: Error, Sendable {
    package let code: Int32
    /// The system's answer to SQLite, `errno`, where that was the cause.
    var systemCode: Int32 = 0
    package let message: String
    /// True if the whole commit may be in the log, where a recovery after a crash would find it.
    var isInDoubt = false

    /// The code without what makes it more precise.
    var primaryCode: Int32 { code & 0xFF }

    var isUniqueViolation: Bool { code == Self.constraintUnique }

    /// True if it did not fit SQLite's own sum of integers.
    var isOfSum: Bool { primaryCode == SQLITE_ERROR && message == "integer overflow" }

    /// True if the statement alone is to blame: the transaction and the connection are as good as before.
    var isOfTheStatement: Bool {
        [SQLITE_CONSTRAINT, SQLITE_TOOBIG, SQLITE_MISMATCH, SQLITE_ERROR].contains(primaryCode)
    }

    /// True if the connection can be used again. After a failed write or sync it cannot: what it takes for written may
    /// not be.
    var leavesConnectionIntact: Bool {
        isOfTheStatement || [SQLITE_BUSY, SQLITE_LOCKED, SQLITE_SCHEMA].contains(primaryCode)
    }

    /// True if `INSERT OR FAIL` failed for one row, and the rows before it were inserted.
    var isOfOneRow: Bool {
        [Self.constraintUnique, Self.constraintPrimaryKey, Self.constraintRowID, Self.constraintNotNull].contains(code)
    }

    // SQLITE_CONSTRAINT_UNIQUE and so on, macros that Swift does not import.
    private static let constraintUnique = SQLITE_CONSTRAINT | 8 << 8
    private static let constraintPrimaryKey = SQLITE_CONSTRAINT | 6 << 8
    private static let constraintRowID = SQLITE_CONSTRAINT | 10 << 8
    private static let constraintNotNull = SQLITE_CONSTRAINT | 5 << 8
    private static let failedWrite = SQLITE_IOERR | 3 << 8

    /// The same failure, as that of a COMMIT. What it wrote last, before it syncs, is what makes it one: it is not in
    /// the log when the system refused to write. Of a write that failed in the disk that cannot be said.
    var ofCommit: SQLiteFailure {
        let isRefusedWrite = primaryCode == SQLITE_FULL || code == Self.failedWrite && systemCode != EIO
        var failure = self
        failure.isInDoubt = !leavesConnectionIntact && !isRefusedWrite
        return failure
    }

    var saveReason: SaveError.Reason { isInDoubt ? .outcomeUnknown(cause: cause) : cause }

    private var cause: SaveError.Reason {
        switch primaryCode {
        case SQLITE_BUSY, SQLITE_LOCKED: .busy
        case SQLITE_FULL: .diskFull
        case SQLITE_READONLY, SQLITE_PERM, SQLITE_AUTH: .readOnly
        case SQLITE_IOERR, SQLITE_CANTOPEN: Self.reason(ofSystemCode: systemCode) ?? .inputOutput(reason: reason)
        case SQLITE_CORRUPT, SQLITE_NOTADB: .damaged(reason: message)
        case SQLITE_SCHEMA: .modelChanged
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

    /// The reason, in SQLite's and the system's words.
    package var reason: String {
        systemCode == 0 ? "\(message) (SQLite's code \(code))" : "\(message): \(String(cString: strerror(systemCode)))"
    }
}

extension SQLiteFailure {
    /// A computation of ours that failed speaks for itself; anything else is SQLite's.
    var fetchError: FetchError {
        switch primaryCode {
        case SQLITE_SCHEMA: return .modelChanged
        case SQLITE_CORRUPT, SQLITE_NOTADB: return .damaged(reason: message)
        case SQLITE_CANTOPEN where systemCode == ENOENT: return .fileMissing
        default: break
        }
        guard message.hasPrefix(RowComputation.Failure.mark) else { return .store(reason: message) }
        return .evaluation(reason: String(message.dropFirst(RowComputation.Failure.mark.count)))
    }
}
