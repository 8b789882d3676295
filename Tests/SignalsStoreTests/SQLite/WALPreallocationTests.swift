import CSQLite
import Foundation
import XCTest

@testable import SignalsStore
@testable import SignalsStoreCore
@testable import SignalsSQLite

final class WALPreallocationTests: XCTestCase {
    private func open(_ url: URL, _ durability: Durability = .full) throws -> PersistentContainer {
        var store = PersistentStoreDescription.sqlite(at: url)
        store.durability = durability
        return try PersistentContainer(name: "Test", model: ManagedObjectModel(Chore.self), stores: [store])
    }

    private func log(of url: URL) throws -> Data { try Data(contentsOf: URL(filePath: url.path + "-wal")) }

    /// The store as it would be found after the process was killed now.
    private func asLeft(_ url: URL, _ body: (PersistentContainer) throws -> Void) throws {
        let copy = try makeFolder().appending(path: "copy.sqlite")
        for suffix in ["", "-wal"] {
            try FileManager.default.copyItem(atPath: url.path + suffix, toPath: copy.path + suffix)
        }
        let container = try open(copy)
        defer { container.close() }
        let store = container.coordinator
        XCTAssertTrue(try store.store.checkIntegrity(Array(store.schemas.values)).isEmpty)
        try body(container)
    }

    func testTheLogOfSyncedSavesHasRoomBehindItsEndAndOthersHaveNone() throws {
        for durability in Durability.allCases {
            let url = try makeFolder().appending(path: "store.sqlite")
            let container = try open(url, durability)
            try container.addChores("Dust")
            let room = try log(of: url).reversed().prefix { $0 == 0 }.count
            if durability == .full { XCTAssertGreaterThan(room, 16 * 4096) } else { XCTAssertLessThan(room, 4096) }
            container.close()
        }
    }

    func testTheLogGrowsNowAndThenAndNotWithEachSave() throws {
        let url = try makeFolder().appending(path: "store.sqlite")
        let container = try open(url)
        var sizes: [Int] = []
        for number in 0..<100 {
            try container.addChores("Chore \(number)")
            sizes.append(try log(of: url).count)
        }
        XCTAssertLessThan(Set(sizes).count, 20)
        XCTAssertEqual(sizes, sizes.sorted())
        container.close()
    }

    func testSavedRowsAreFoundAfterAKillWithAnyBytesBehindThem() throws {
        let url = try makeFolder().appending(path: "store.sqlite")
        let container = try open(url)
        for number in 0..<40 {
            try container.addChores("Chore \(number)")
            if number % 7 == 0 { try asLeft(url) { XCTAssertEqual(try $0.choreNames().count, number + 1) } }
        }
        container.close()
    }

    /// Another program may append to the log, write it anew, or cut it off: what it wrote is never written over.
    func testRowsThatAnotherProgramWroteToTheLogStay() throws {
        let url = try makeFolder().appending(path: "store.sqlite")
        let container = try open(url)
        let other = try SQLiteConnection(path: url.path, creating: false)
        try other.execute("CREATE TABLE visits (number INTEGER) STRICT")
        for number in 1...30 {
            try container.addChores("Chore \(number)")
            try other.execute("INSERT INTO visits VALUES (\(number)), (-\(number))")
            if number % 5 == 0 {
                try other.execute("PRAGMA wal_checkpoint(\(number % 2 == 0 ? "TRUNCATE" : "RESTART"))")
            }
            try container.addChores("More of \(number)")
        }
        try asLeft(url) { XCTAssertEqual(try $0.choreNames().count, 60) }
        XCTAssertEqual(try other.value("SELECT count(*) FROM visits"), .integer(60))
        other.close()
        container.close()
    }

    func testTheLogHasRoomForPagesOfAnySize() throws {
        for size in [512, 65_536] {
            let url = try makeFolder().appending(path: "store.sqlite")
            var database: OpaquePointer?
            sqlite3_open(url.path, &database)
            sqlite3_exec(database, "PRAGMA page_size = \(size); VACUUM", nil, nil, nil)
            sqlite3_close_v2(database)
            let container = try open(url)
            try container.addChores("Dust")
            XCTAssertEqual(try SQLiteShell.run("PRAGMA page_size", at: url), ["\(size)"])
            XCTAssertGreaterThan(try log(of: url).reversed().prefix { $0 == 0 }.count, 16 * size)
            try asLeft(url) { XCTAssertEqual(try $0.choreNames(), ["Dust"]) }
            container.close()
        }
    }
}
