import CSQLite
import Foundation
import SignalsSQL
import SignalsStoreCore

/// The metadata that a store keeps, in a table of its own.
struct SQLiteMetadata {
    static let table = "signals_metadata"
    /// Of the tables and encodings. A file with a greater one is refused.
    ///
    /// 1: texts as they were given, compared by a collation of ours. 2: texts in normal form, compared by their bytes.
    static let format = 2

    private let connection: SQLiteConnection

    init(_ connection: SQLiteConnection) { self.connection = connection }

    func create() throws(SQLiteFailure) {
        try connection.execute(
            "CREATE TABLE \(Self.table) (key TEXT PRIMARY KEY NOT NULL, value ANY NOT NULL) STRICT, WITHOUT ROWID")
        try set("format", .integer(Int64(Self.format)))
        try set("identifier", .text(UUID().uuidString))
        try set("nextNumber", .integer(1))
    }

    /// The format of the file; nil where there is none.
    func format() throws(SQLiteFailure) -> Int? {
        if case .integer(let format) = try value("format") { Int(format) } else { nil }
    }

    func value(_ key: String) throws(SQLiteFailure) -> StoredValue {
        try connection.value("SELECT value FROM \(Self.table) WHERE key = ?", [.text(key)])
    }

    /// The identifier of a file that was last opened with just this model and is of the present format; nil for any other,
    /// and where that cannot be read: one look, for what is compared part by part else.
    func identifier(ifKeeping model: ModelRecord) -> UUID? {
        guard let statement = try? SQLiteStatement("SELECT key, value FROM \(Self.table)", database: connection.handle)
        else { return nil }
        var values: [String: StoredValue] = [:]
        while (try? statement.step()) == true {
            if case .text(let key)? = statement.value(at: 0) { values[key] = statement.value(at: 1) }
        }
        guard values["format"] == .integer(Int64(Self.format)),
            values["modelVersion"] == .integer(Int64(model.version)), values["model"] == .text(model.text),
            values["modelHash"] == .text("\(model.hash)/\(Self.format)"),
            case .text(let formerHashes)? = values["formerModelHashes"], !formerHashes.contains(model.hash),
            case .text(let identifier)? = values["identifier"]
        else { return nil }
        return UUID(uuidString: identifier)
    }

    func set(_ key: String, _ value: StoredValue) throws(SQLiteFailure) {
        try connection.execute("INSERT OR REPLACE INTO \(Self.table) VALUES (?, ?)", [.text(key), value])
    }

    /// Takes a block of numbers, in a transaction of its own.
    func reserveNumbers(_ count: Int) throws(SQLiteFailure) -> Range<Int64> {
        try connection.execute("BEGIN IMMEDIATE")
        let numbers = try takeNumbers(count)
        try connection.execute("COMMIT")
        return numbers
    }

    /// Commits something small, which lies in the log where a commit that failed has left its pages.
    func overwriteEndOfLog() throws(SQLiteFailure) {
        try connection.execute("BEGIN IMMEDIATE")
        try connection.execute(
            "INSERT INTO \(Self.table) VALUES ('reopened', 1) ON CONFLICT (key) DO UPDATE SET value = value + 1")
        try connection.execute("COMMIT")
    }

    /// Takes a block of numbers in the transaction that is open.
    func takeNumbers(_ count: Int) throws(SQLiteFailure) -> Range<Int64> {
        let next = try connection.value(
            "UPDATE \(Self.table) SET value = value + ? WHERE key = 'nextNumber' RETURNING value",
            [.integer(Int64(count))])
        guard case .integer(let end) = next else {
            throw SQLiteFailure(code: SQLITE_ERROR, message: "the store has lost its count of object numbers")
        }
        return end - Int64(count)..<end
    }

    /// Returns what the file keeps of its model; nil for what cannot be read.
    func model() throws(SQLiteFailure) -> ModelRecord? {
        guard case .text(let text) = try value("model") else { return nil }
        // A file from before models had versions has none of these.
        var (version, hash, formerHashes): (Int, String?, [String]) = (1, nil, [])
        if case .integer(let stored) = try value("modelVersion") { version = Int(stored) }
        if case .text(let mark) = try value("modelHash") { hash = mark.split(separator: "/").first.map(String.init) }
        if case .text(let hashes) = try value("formerModelHashes") {
            formerHashes = hashes.split(separator: " ").map(String.init)
        }
        return ModelRecord(text: text, version: version, hash: hash, formerHashes: formerHashes)
    }

    func set(_ model: ModelRecord) throws(SQLiteFailure) {
        try set("model", .text(model.text))
        try set("modelVersion", .integer(Int64(model.version)))
        // With the format: a process that has the file open in an older one notices, and stops writing.
        try set("format", .integer(Int64(Self.format)))
        try set("modelHash", .text("\(model.hash)/\(Self.format)"))
        try set("formerModelHashes", .text(model.formerHashes.joined(separator: " ")))
    }
}
