import CSQLite
import Foundation

/// What a store keeps about itself, in a table of its own.
struct SQLiteMetadata {
    static let table = "signals_metadata"
    /// Of the tables and encodings. A file with a greater one is refused.
    static let format = 1

    private let connection: SQLiteConnection

    init(_ connection: SQLiteConnection) { self.connection = connection }

    func create() throws(SQLiteFailure) {
        try connection.execute(
            "CREATE TABLE \(Self.table) (key TEXT PRIMARY KEY NOT NULL, value ANY NOT NULL) STRICT, WITHOUT ROWID")
        try set("format", .integer(Int64(Self.format)))
        try set("identifier", .text(UUID().uuidString))
        try set("nextNumber", .integer(1))
    }

    func value(_ key: String) throws(SQLiteFailure) -> StoredValue {
        try connection.value("SELECT value FROM \(Self.table) WHERE key = ?", [.text(key)])
    }

    func set(_ key: String, _ value: StoredValue) throws(SQLiteFailure) {
        try connection.execute("INSERT OR REPLACE INTO \(Self.table) VALUES (?, ?)", [.text(key), value])
    }

    /// Takes a block of numbers, in a transaction of its own.
    func reserveNumbers(_ count: Int) throws(SQLiteFailure) -> Range<Int64> {
        try connection.execute("BEGIN IMMEDIATE")
        let next = try connection.value(
            "UPDATE \(Self.table) SET value = value + ? WHERE key = 'nextNumber' RETURNING value",
            [.integer(Int64(count))])
        guard case .integer(let end) = next else {
            throw SQLiteFailure(code: SQLITE_ERROR, message: "the store has lost its count of object numbers")
        }
        try connection.execute("COMMIT")
        return end - Int64(count)..<end
    }

    /// Commits something small, which lies in the log where a commit that failed has left its pages.
    func overwriteEndOfLog() throws(SQLiteFailure) {
        try connection.execute("BEGIN IMMEDIATE")
        try connection.execute(
            "INSERT INTO \(Self.table) VALUES ('reopened', 1) ON CONFLICT (key) DO UPDATE SET value = value + 1")
        try connection.execute("COMMIT")
    }
}
