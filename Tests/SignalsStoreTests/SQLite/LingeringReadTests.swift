import Foundation
import XCTest

@testable import SignalsStore
@testable import SignalsStoreCore
@testable import SignalsSQLite

final class LingeringReadTests: XCTestCase {
    private let count = "SELECT COUNT(*) FROM t"

    private func open(_ url: URL) throws -> (writer: SQLiteConnection, reader: SQLiteConnection) {
        let writer = try SQLiteConnection(path: url.path)
        _ = try writer.value("PRAGMA journal_mode = WAL")
        try writer.execute("CREATE TABLE t (a)")
        return (writer, try SQLiteConnection(path: url.path, creating: false))
    }

    func testAReadAfterManySeesWhatWasCommittedSince() throws {
        let (writer, reader) = try open(try makeFolder().appending(path: "store.sqlite"))
        for number in 0..<5 {
            for _ in 0..<20 {
                try reader.beginRead()
                XCTAssertEqual(try reader.value(count), .integer(Int64(number)))
            }
            XCTAssertTrue(reader.isLingering, "it is what is tested")
            try writer.execute("INSERT INTO t VALUES (1)")
        }
    }

    func testSteadyReadsLetTheLogBeStartedOver() throws {
        let url = try makeFolder().appending(path: "store.sqlite")
        let (writer, reader) = try open(url)
        for number in 0..<100 {
            try writer.execute("INSERT INTO t VALUES (zeroblob(400000))")
            for _ in 0..<10 {
                try reader.beginRead()
                XCTAssertEqual(try reader.value(count), .integer(Int64(number + 1)))
            }
        }
        let size = try FileManager.default.attributesOfItem(atPath: url.path + "-wal")[.size] as? Int
        XCTAssertLessThan(try XCTUnwrap(size), 10_000_000, "of 40 MB that were written")
        for _ in 0..<10 { try reader.beginRead() }
        XCTAssertEqual(try writer.value("PRAGMA wal_checkpoint"), .integer(0))
        for _ in 0..<10 { try reader.beginRead() }
        XCTAssertTrue(reader.isLingering, "all of the log is in the file")
    }

    func testACommitBetweenTheBeginningAndTheFirstReadIsSeen() throws {
        let (writer, reader) = try open(try makeFolder().appending(path: "store.sqlite"))
        for _ in 0..<20 { try reader.beginRead() }
        try writer.execute("INSERT INTO t VALUES (1)")
        XCTAssertEqual(try reader.value(count), .integer(1))
        try writer.execute("INSERT INTO t VALUES (1)")
        try reader.beginRead()
        XCTAssertEqual(try reader.value(count), .integer(2))
    }

    private func busy(_ url: URL, timeout: TimeInterval) throws -> StoredValue {
        let other = try SQLiteConnection(
            path: url.path, creating: false, settings: SQLiteSettings(busyTimeout: timeout))
        return try other.value("PRAGMA wal_checkpoint(TRUNCATE)")
    }

    func testASaveEndsWhatOtherReadsLeftOpenSoThatTheLogCanBeStartedOver() throws {
        let url = try makeFolder().appending(path: "store.sqlite")
        let container = try openContainer(at: url)
        try container.addChores("Dust")
        for _ in 0..<20 { XCTAssertEqual(try container.choreNames(), ["Dust"]) }
        try container.addChores("Mop")
        XCTAssertEqual(try busy(url, timeout: 0), .integer(0))
        container.close()
    }

    func testNoReadStaysOpenWithoutAnother() throws {
        let url = try makeFolder().appending(path: "store.sqlite")
        let container = try openContainer(at: url)
        try container.addChores("Dust")
        for _ in 0..<20 { XCTAssertEqual(try container.choreNames(), ["Dust"]) }
        // Waits for it, and gives up after ten seconds.
        XCTAssertEqual(try busy(url, timeout: 10), .integer(0))
        container.close()
    }

    /// Where nothing says that the file changes.
    func testTheReadsOfAPoolEndByThemselves() throws {
        let url = try makeFolder().appending(path: "store.sqlite")
        let (writer, _) = try open(url)
        try writer.execute("INSERT INTO t VALUES (1)")
        let pool = ReaderPool(url: url, settings: SQLiteSettings(busyTimeout: 5))
        for _ in 0..<20 {
            let reader = try pool.acquireForReading()
            try reader.beginRead()
            XCTAssertEqual(try reader.value(count), .integer(1))
            pool.release(reader)
        }
        XCTAssertEqual(try busy(url, timeout: 0), .integer(1), "it is what is tested")
        XCTAssertEqual(try busy(url, timeout: 10), .integer(0))
        pool.close()
    }

    func testTheIdleConnectionsOfAPoolGiveBackTheMemoryOfTheirPages() throws {
        let url = try makeFolder().appending(path: "store.sqlite")
        let (writer, _) = try open(url)
        try writer.execute(
            "INSERT INTO t WITH RECURSIVE n(i) AS (VALUES(1) UNION ALL SELECT i + 1 FROM n WHERE i < 2000) "
                + "SELECT zeroblob(4000) FROM n")
        let pool = ReaderPool(url: url, settings: SQLiteSettings())
        for _ in 0..<2 {
            let reader = try pool.acquireForReading()
            XCTAssertEqual(try reader.value("SELECT SUM(a IS NULL) FROM t"), .integer(0))
            XCTAssertTrue(reader.needsRest, "8 MB are kept for the next read")
            pool.release(reader)
            pool.rest()
            XCTAssertFalse(reader.needsRest)
            XCTAssertTrue(try pool.acquireForReading() === reader, "it is used again")
            pool.release(reader)
        }
        pool.close()
    }

    func testAPinAfterManyReadsSeesOneState() throws {
        let url = try makeFolder().appending(path: "store.sqlite")
        let container = try openContainer(at: url)
        try container.addChores("Dust")
        for _ in 0..<20 { XCTAssertEqual(try container.choreNames(), ["Dust"]) }
        try container.inBackground { context in
            try context.setQueryGeneration(.current)
            try container.addChores("Mop")
            XCTAssertEqual(try context.count(for: FetchRequest<Chore>()), 1)
            try context.setQueryGeneration(nil)
            XCTAssertEqual(try context.count(for: FetchRequest<Chore>()), 2)
        }
        container.close()
    }
}
