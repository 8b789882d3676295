import CSQLite
import Foundation
import XCTest

@testable import SignalsStore
@testable import SignalsStoreCore
@testable import SignalsSQLite

final class SQLiteConnectionTests: XCTestCase {
    private let scratch = SQLiteSettings(durability: .off)

    func testAFileIsSyncedAtEachCommitAndAScratchStoreNever() throws {
        let folder = try makeFolder()
        for (durability, level) in [(Durability.full, Int64(2)), (.normal, 1), (.off, 0)] {
            let url = folder.appending(path: durability.rawValue)
            let opened = try SQLiteOpening(url: url, entities: [], settings: .init(durability: durability)).open()
            XCTAssertEqual(try opened.connection.value("PRAGMA synchronous"), .integer(level))
            XCTAssertEqual(try opened.connection.value("PRAGMA journal_mode"), .text("wal"))
        }
    }

    func testReadersNeitherWriteNorCheckpoint() throws {
        let url = try makeFolder().appending(path: "store.sqlite")
        _ = try SQLiteOpening(url: url, entities: [], settings: .init()).open()
        let pool = ReaderPool(url: url, settings: SQLiteSettings())
        let reader = try pool.acquire()
        XCTAssertEqual(try reader.value("PRAGMA wal_autocheckpoint"), .integer(0))
        XCTAssertThrowsError(try reader.execute("DELETE FROM signals_metadata"))
        pool.release(reader)
        XCTAssertTrue(try pool.acquire() === reader, "a connection is used again")
        pool.close()
        XCTAssertThrowsError(try pool.acquire())
    }

    func testTheIdentifierOfAStoreStaysTheSame() throws {
        let url = try makeFolder().appending(path: "store.sqlite")
        let first = try SQLiteOpening(url: url, entities: [], settings: .init()).open().identifier
        XCTAssertEqual(try SQLiteOpening(url: url, entities: [], settings: .init()).open().identifier, first)
    }

    func testNumbersAreReservedInBlocksThatNeverOverlap() throws {
        let url = try makeFolder().appending(path: "store.sqlite")
        let connection = try SQLiteOpening(url: url, entities: [], settings: scratch).open().connection
        XCTAssertEqual(try SQLiteMetadata(connection).reserveNumbers(10), 1..<11)
        XCTAssertEqual(try SQLiteMetadata(connection).reserveNumbers(5), 11..<16)
    }

    func testAWriterThatIsKeptWaitingReportsThatTheStoreIsBusyAndWorksAgain() throws {
        let url = try makeFolder().appending(path: "store.sqlite")
        let entity = ManagedObjectModel(Chore.self).entities[0].makeSchema()
        let settings = SQLiteSettings(busyTimeout: 0.05)
        let store = try SQLiteStore(SQLiteOpening(url: url, entities: [entity], settings: settings))
        defer { store.close() }
        let other = try SQLiteConnection(path: url.path, settings: scratch)
        try other.execute("BEGIN IMMEDIATE")
        var changeSet = ChangeSet()
        changeSet.deletions = [ChangeSet.Deletion(entity: entity, number: 1, baseVersion: 1)]
        let outcomes = store.commit([changeSet, changeSet])
        XCTAssertEqual(outcomes.count, 2)
        for outcome in outcomes {
            guard case .failure(let error) = outcome, case .busy = error.reason else { return XCTFail("\(outcome)") }
            XCTAssertTrue(error.canRetry)
        }
        try other.execute("ROLLBACK")
        guard case .success = store.commit([changeSet])[0] else { return XCTFail("the store is still busy") }
    }

    func testAFullDatabaseFailsTheGroupAndWorksAgainWhenThereIsRoom() throws {
        let url = try makeFolder().appending(path: "store.sqlite")
        let entity = ManagedObjectModel(Chore.self).entities[0].makeSchema()
        let connection = try SQLiteOpening(url: url, entities: [entity], settings: scratch).open().connection
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
        XCTAssertThrowsError(try commit.run([changeSet])) { error in
            guard case .diskFull = (error as? SQLiteFailure)?.saveReason else { return XCTFail("\(error)") }
        }
        if !connection.isInAutocommit { try connection.execute("ROLLBACK") }
        _ = try connection.value("PRAGMA max_page_count = 100000")
        guard case .success = try commit.run([changeSet])[0] else { return XCTFail("the store did not recover") }
    }
}
