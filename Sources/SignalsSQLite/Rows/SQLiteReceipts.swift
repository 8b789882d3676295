import Foundation
import SignalsSQL
import SignalsStoreCore

/// The receipts in a file, in a table that is made with the first.
struct SQLiteReceipts {
    static let table = "signals_receipts"

    private let connection: SQLiteConnection

    init(_ connection: SQLiteConnection) { self.connection = connection }

    /// The first result of a key that has not expired.
    func result(of key: String, at date: Date = Date()) throws(SQLiteFailure) -> Data? {
        let exists = try connection.value("SELECT 1 FROM sqlite_master WHERE name = ?", [.text(Self.table)])
        guard !exists.isNull else { return nil }
        let found = try connection.value(
            "SELECT result FROM \(Self.table) WHERE key = ? AND expires > ?", [.text(key), Self.time(date)])
        guard case .blob(let result) = found else { return nil }
        return result
    }

    /// Keeps a receipt, in the transaction that is open, and forgets those that have expired.
    func keep(_ receipt: Receipt, at date: Date = Date()) throws(SQLiteFailure) {
        try connection.execute(
            "CREATE TABLE IF NOT EXISTS \(Self.table) "
                + "(key TEXT PRIMARY KEY NOT NULL, result BLOB NOT NULL, expires REAL NOT NULL) STRICT, WITHOUT ROWID")
        try connection.execute("CREATE INDEX IF NOT EXISTS \(Self.table)_expires ON \(Self.table) (expires)")
        try connection.execute("DELETE FROM \(Self.table) WHERE expires <= ?", [Self.time(date)])
        try connection.execute(
            "INSERT OR REPLACE INTO \(Self.table) VALUES (?, ?, ?)",
            [.text(receipt.key), .blob(receipt.result), Self.time(receipt.expires)])
    }

    private static func time(_ date: Date) -> StoredValue { .real(date.timeIntervalSinceReferenceDate) }
}
