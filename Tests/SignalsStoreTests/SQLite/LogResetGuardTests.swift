import CSQLite
import Foundation
import XCTest

@testable import SignalsStore
@testable import SignalsStoreCore
@testable import SignalsSQLite

final class LogResetGuardTests: XCTestCase {
    func testTheVersionsThatCanLoseCommitsAreKnown() {
        let lossy = [3_007_000, 3_040_001, 3_044_005, 3_045_000, 3_050_006, 3_051_000, 3_051_002]
        for number in lossy { XCTAssertTrue(SQLiteVersion(number: number).losesCommitsAtLogReset, "\(number)") }
        let sound = [3_006_023, 3_044_006, 3_044_010, 3_050_007, 3_051_003, 3_052_000, 4_000_000]
        for number in sound { XCTAssertFalse(SQLiteVersion(number: number).losesCommitsAtLogReset, "\(number)") }
    }

    func testProcessesExcludeEachOtherExactlyWhereThisSQLiteNeedsIt() throws {
        let url = try makeFolder().appending(path: "store.sqlite")
        let container = try openContainer(at: url)
        let needsGuard = SQLiteVersion(number: Int(sqlite3_libversion_number())).losesCommitsAtLogReset
        XCTAssertEqual(FileManager.default.fileExists(atPath: url.path + "-lock"), needsGuard)
        container.close()
    }

    func testNoSaveBeginsAndNoLogIsMovedWhileAnotherProcessHasTheLock() throws {
        try XCTSkipUnless(SQLiteVersion.current.losesCommitsAtLogReset, "this SQLite needs no guard")
        let url = try makeFolder().appending(path: "store.sqlite")
        var store = PersistentStoreDescription.sqlite(at: url)
        store.busyTimeout = 0.05
        let container = try PersistentContainer(
            name: "Test", model: ManagedObjectModel(Chore.self), stores: [store])
        try container.addChores("Dust")
        // Another descriptor of the same file is as another process to `flock`.
        let other = try ProcessLock(path: url.path + "-lock")
        let wait = BusyWait(timeout: 5)
        wait.begin()
        XCTAssertTrue(other.lock(wait))
        XCTAssertThrowsError(try container.addChores("Mop")) { error in
            guard case .busy = (error as? SaveError)?.reason else { return XCTFail("\(error)") }
        }
        other.unlock()
        try container.addChores("Mop")
        XCTAssertEqual(try container.choreNames(), ["Dust", "Mop"])
        container.close()
    }

    func testNeitherKeepingUpNorClosingMovesTheLogWhileAnotherProcessHasTheLock() throws {
        try XCTSkipUnless(SQLiteVersion.current.losesCommitsAtLogReset, "this SQLite needs no guard")
        let url = try makeFolder().appending(path: "store.sqlite")
        let entity = ManagedObjectModel(Ticket.self).entities[0].makeSchema()
        let opening = SQLiteOpening(url: url, entities: [entity], settings: SQLiteSettings(busyTimeout: 0.05))
        let store = try SQLiteStore(opening)
        let other = try ProcessLock(path: url.path + "-lock")
        func size() throws -> Int {
            try XCTUnwrap(FileManager.default.attributesOfItem(atPath: url.path)[.size] as? Int)
        }
        func fill(_ number: Int64) throws {
            var page = RowPageBuilder(entity)
            page.beginRow(number: number, version: 1)
            page.append(.text(String(repeating: "x", count: 50_000) + "\(number)"))
            page.append(.integer(0))
            var changeSet = ChangeSet()
            changeSet.insertions = [page.finish()]
            _ = try store.commit([changeSet])[0].get()
        }
        func whileTheOtherHasIt(_ body: () throws -> Void) rethrows {
            let wait = BusyWait(timeout: 5)
            wait.begin()
            XCTAssertTrue(other.lock(wait))
            defer { other.unlock() }
            try body()
        }

        try fill(1)
        let before = try size()
        whileTheOtherHasIt { store.checkpoint() }
        XCTAssertEqual(try size(), before)
        store.checkpoint()
        XCTAssertGreaterThan(try size(), before + 50_000, "it moves what there is when nobody is in the way")

        try fill(2)
        let moved = try size()
        whileTheOtherHasIt { store.close() }
        XCTAssertEqual(try size(), moved)
        try whileTheOtherHasIt { XCTAssertThrowsError(try SQLiteStore(opening)) }
        XCTAssertEqual(try size(), moved)
        let again = try SQLiteStore(opening)
        XCTAssertEqual(try again.count(Query(entity: entity)), 2)
        again.close()
    }

    func testOnlyTheWriterMovesTheLog() throws {
        let url = try makeFolder().appending(path: "store.sqlite")
        let container = try openContainer(at: url)
        let pool = ReaderPool(url: url, settings: SQLiteSettings())
        let reader = try pool.acquire()
        XCTAssertEqual(try reader.value("PRAGMA wal_autocheckpoint"), .integer(0))
        XCTAssertFalse(reader.movesLogWhenClosed)
        pool.release(reader)
        pool.close()
        container.close()
    }

    func testALockIsFreeAgainWhenItsHolderIsGone() throws {
        let path = try makeFolder().appending(path: "lock").path
        let wait = BusyWait(timeout: 0.02)
        var first: ProcessLock? = try ProcessLock(path: path)
        wait.begin()
        XCTAssertEqual(first?.lock(wait), true)
        let second = try ProcessLock(path: path)
        XCTAssertFalse(second.lock(wait))
        first = nil
        wait.begin()
        XCTAssertTrue(second.lock(wait))
    }
}
