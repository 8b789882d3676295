import Foundation
import Signals

@testable import SignalsStore
@testable import SignalsStoreCore
@testable import SignalsSQLite

/// One half of a pair that is only ever saved together.
final class Entry: ManagedObject {
    @Attribute(.unique) var label = ""
    @Attribute(.indexed) var pair = 0
}

/// Something that many change.
final class Account: ManagedObject {
    @Attribute(.unique) var name = ""
    @Attribute var balance = 0
}

/// The store that trials write to, and what must be true of it.
enum Ledger {
    static var model: ManagedObjectModel { ManagedObjectModel(Entry.self, Account.self) }

    static func open(
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
    static func add(_ pair: Int, to context: ManagedObjectContext) {
        for side in ["a", "b"] {
            let entry = Entry(context: context)
            entry.label = "\(pair)\(side)"
            entry.pair = pair
        }
    }

    /// The pairs that are stored whole, and what is wrong with the file. One that was never made, or not finished, has
    /// none.
    static func audit(_ url: URL) -> (pairs: Set<Int>, broken: [String]) {
        guard FileManager.default.fileExists(atPath: url.path) else { return ([], []) }
        var broken: [String] = []
        let check = rows("PRAGMA integrity_check", at: url).joined()
        if Array(check) != [StoredValue.text("ok").description] {
            broken.append("integrity_check: \(check.joined(separator: ", ").prefix(200))")
        }
        let tables = rows("SELECT 1 FROM sqlite_master WHERE name = 'Entry'", at: url)
        if tables.isEmpty { return ([], broken) }
        let counts = Dictionary(
            rows("SELECT pair, count(*) FROM Entry GROUP BY pair", at: url, columns: 2)
                .map { (Int($0[0]) ?? -1, Int($0[1]) ?? 0) },
            uniquingKeysWith: +)
        for (pair, count) in counts where count != 2 { broken.append("pair \(pair) has \(count) halves") }
        return (Set(counts.keys), broken)
    }

    private static func rows(_ sql: String, at url: URL, columns: Int = 1) -> [[String]] {
        do {
            let connection = try SQLiteConnection(path: url.path)
            return try connection.rows(sql, columns: columns).map { row in row.map { "\($0)" } }
        } catch { return [["\(error)", ""]] }
    }
}

/// Runs a body with a folder of its own, in memory where there is such a place.
func withTrialFolder<Result>(_ body: (URL) throws -> Result) rethrows -> Result {
    let folder = makeTrialFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    return try body(folder)
}

/// The same for a body that waits.
func withTrialFolder<Result>(_ body: (URL) async throws -> Result) async rethrows -> Result {
    let folder = makeTrialFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    return try await body(folder)
}

private func makeTrialFolder() -> URL {
    let memory = URL(fileURLWithPath: "/dev/shm", isDirectory: true)
    let files = FileManager.default
    let parent = files.isWritableFile(atPath: memory.path) ? memory : files.temporaryDirectory
    let folder = parent.appending(path: "signals-trial-\(UUID().uuidString)")
    try? files.createDirectory(at: folder, withIntermediateDirectories: true)
    return folder
}
