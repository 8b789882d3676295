import CSQLite
import Foundation
import Signals
import SignalsStore

/// One half of a pair that is only ever saved together.
public final class Entry: ManagedObject {
    @Attribute(.unique) public var key = ""
    @Attribute(.indexed) public var pair = 0
}

/// Something that many change.
public final class Account: ManagedObject {
    @Attribute(.unique) public var name = ""
    @Attribute public var balance = 0
}

/// The store that trials write to, and what must be true of it.
public enum Ledger {
    public static var model: ManagedObjectModel { ManagedObjectModel(Entry.self, Account.self) }

    public static func open(
        _ url: URL, durability: Durability = .full, disk: FaultyDisk? = nil, logPages: Int = 1000,
        busyTimeout: TimeInterval = 60
    ) throws -> PersistentContainer {
        var store = PersistentStoreDescription.sqlite(at: url)
        store.durability = durability
        store.vfs = disk?.name
        store.logPages = logPages
        store.busyTimeout = busyTimeout
        let container = try PersistentContainer(name: "Ledger", model: model, stores: [store])
        container.unobservedFailureHandler = { _ in }
        return container
    }

    /// Inserts both halves of a pair.
    public static func add(_ pair: Int, to context: ManagedObjectContext) {
        for side in ["a", "b"] {
            let entry = Entry(context: context)
            entry.key = "\(pair)\(side)"
            entry.pair = pair
        }
    }

    /// The pairs that are stored whole, and what is wrong with the file.
    public static func audit(_ url: URL) -> (pairs: Set<Int>, broken: [String]) {
        var broken: [String] = []
        let check = rows("PRAGMA integrity_check", at: url).map(\.0)
        if check != ["ok"] { broken.append("integrity_check: \(check.joined(separator: ", ").prefix(200))") }
        let counts = Dictionary(
            rows("SELECT pair, count(*) FROM Entry GROUP BY pair", at: url).map { (Int($0.0) ?? -1, Int($0.1) ?? 0) },
            uniquingKeysWith: +)
        for (pair, count) in counts where count != 2 { broken.append("pair \(pair) has \(count) halves") }
        return (Set(counts.keys), broken)
    }

    /// What SQLite says, without the library.
    private static func rows(_ sql: String, at url: URL) -> [(String, String)] {
        var database: OpaquePointer?
        var statement: OpaquePointer?
        defer { sqlite3_close_v2(database) }
        defer { sqlite3_finalize(statement) }
        sqlite3_open(url.path, &database)
        guard sqlite3_prepare_v2(database, sql, -1, &statement, nil) == SQLITE_OK else {
            return [(String(cString: sqlite3_errmsg(database)), "")]
        }
        var rows: [(String, String)] = []
        while sqlite3_step(statement) == SQLITE_ROW { rows.append((text(statement, 0), text(statement, 1))) }
        return rows
    }

    private static func text(_ statement: OpaquePointer?, _ column: Int32) -> String {
        sqlite3_column_text(statement, column).map { String(cString: $0) } ?? ""
    }
}

/// Runs a body with a folder of its own, in memory where there is such a place.
public func withTrialFolder<Result>(_ body: (URL) throws -> Result) rethrows -> Result {
    let memory = URL(fileURLWithPath: "/dev/shm", isDirectory: true)
    let files = FileManager.default
    let parent = files.isWritableFile(atPath: memory.path) ? memory : files.temporaryDirectory
    let folder = parent.appending(path: "signals-trial-\(UUID().uuidString)")
    try? files.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? files.removeItem(at: folder) }
    return try body(folder)
}
