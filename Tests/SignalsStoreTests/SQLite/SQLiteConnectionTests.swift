import CSQLite
import Foundation
import XCTest

@testable import SignalsStore

final class SQLiteConnectionTests: XCTestCase {
    func testAFileIsSyncedAtEachCommitAndAScratchStoreNever() throws {
        let folder = try makeFolder()
        for (durability, level) in [(SQLiteDurability.full, Int64(2)), (.off, 0)] {
            let url = folder.appending(path: durability.rawValue)
            let opened = try SQLiteOpening(url: url, entities: [], durability: durability).open()
            XCTAssertEqual(try opened.connection.value("PRAGMA synchronous"), .integer(level))
            XCTAssertEqual(try opened.connection.value("PRAGMA journal_mode"), .text("wal"))
        }
    }

    func testReadersNeitherWriteNorCheckpoint() throws {
        let url = try makeFolder().appending(path: "store.sqlite")
        _ = try SQLiteOpening(url: url, entities: [], durability: .full).open()
        let pool = ReaderPool(url: url)
        let reader = try pool.take()
        XCTAssertEqual(try reader.value("PRAGMA wal_autocheckpoint"), .integer(0))
        XCTAssertThrowsError(try reader.execute("DELETE FROM signals_metadata"))
        pool.give(back: reader)
        XCTAssertTrue(try pool.take() === reader, "a connection is used again")
        pool.close()
        XCTAssertThrowsError(try pool.take())
    }

    func testTheIdentifierOfAStoreStaysTheSame() throws {
        let url = try makeFolder().appending(path: "store.sqlite")
        let first = try SQLiteOpening(url: url, entities: [], durability: .full).open().identifier
        XCTAssertEqual(try SQLiteOpening(url: url, entities: [], durability: .full).open().identifier, first)
    }

    func testNumbersAreReservedInBlocksThatNeverOverlap() throws {
        let url = try makeFolder().appending(path: "store.sqlite")
        let connection = try SQLiteOpening(url: url, entities: [], durability: .off).open().connection
        XCTAssertEqual(try SQLiteMetadata(connection).reserveNumbers(10), 1..<11)
        XCTAssertEqual(try SQLiteMetadata(connection).reserveNumbers(5), 11..<16)
    }

    func testAWriterThatIsKeptWaitingReportsThatTheStoreIsBusy() throws {
        let url = try makeFolder().appending(path: "store.sqlite")
        let entity = ManagedObjectModel(Chore.self).entities[0].makeSchema()
        let holder = try SQLiteOpening(url: url, entities: [entity], durability: .off).open().connection
        let waiter = try SQLiteOpening(url: url, entities: [entity], durability: .off).open().connection
        try waiter.execute("PRAGMA busy_timeout = 1")
        try holder.execute("BEGIN IMMEDIATE")
        var changeSet = ChangeSet()
        changeSet.deletions = [ChangeSet.Deletion(entity: entity, number: 1, baseVersion: 1)]
        let outcomes = SQLiteCommit(connection: waiter, store: UUID(), tables: [:]).run([changeSet, changeSet])
        XCTAssertEqual(outcomes.count, 2)
        for case .failure(let error) in outcomes {
            guard case .busy = error.reason else { return XCTFail("\(error)") }
            XCTAssertTrue(error.canRetry)
        }
        try holder.execute("ROLLBACK")
        let again = SQLiteCommit(connection: waiter, store: UUID(), tables: [:]).run([changeSet])
        guard case .success = again[0] else { return XCTFail("\(again)") }
    }

    func testAFullDiskFailsTheGroupAndTheStoreWorksAgainWhenThereIsRoom() throws {
        let url = try makeFolder().appending(path: "store.sqlite")
        let entity = ManagedObjectModel(Chore.self).entities[0].makeSchema()
        let connection = try SQLiteOpening(url: url, entities: [entity], durability: .off).open().connection
        let pages = try connection.value("PRAGMA page_count")
        guard case .integer(let count) = pages else { return XCTFail("\(pages)") }
        _ = try connection.value("PRAGMA max_page_count = \(count)")
        var changeSet = ChangeSet()
        let long = String(repeating: "x", count: 100_000)
        let values: [StoredValue] = [.text(long), .null, .real(0), .integer(1), .integer(1), .integer(0)]
        var page = RowPageBuilder(entity)
        page.beginRow(number: 1, version: 1)
        values.forEach { page.append($0) }
        changeSet.insertions = [page.finish()]
        let commit = SQLiteCommit(connection: connection, store: UUID(), tables: [:])
        guard case .failure(let error) = commit.run([changeSet])[0], case .diskFull = error.reason else {
            return XCTFail("the save of more than fits did not fail")
        }
        _ = try connection.value("PRAGMA max_page_count = 100000")
        guard case .success = commit.run([changeSet])[0] else { return XCTFail("the store did not recover") }
    }
}
