import Foundation
import Signals
import SignalsStore
import XCTest

@testable import FeedReader
@testable import Ledger

/// The programs of the documentation, over a server.
final class ProgramsTests: XCTestCase {
    private func store(_ schema: String, place: Int = 0) -> PersistentStoreDescription {
        var store = PersistentStoreDescription.postgres(TestServer.address(seenFrom: place), schema: schema)
        store.durability = .off
        store.busyTimeout = 30
        return store
    }

    private func feeds(_ titles: [String]) throws -> [FeedRecord] {
        try ["a", "b"].map { host in
            FeedRecord(
                url: try XCTUnwrap(URL(string: "https://\(host).example")), title: host,
                articles: try titles.map { title in
                    ArticleRecord(
                        url: try XCTUnwrap(URL(string: "https://\(host).example/\(title)")), title: title,
                        published: Date(timeIntervalSinceReferenceDate: 0), tags: ["news", title])
                })
        }
    }

    func testTwoFeedReadersImportAtOnceAndHaveEachArticleOnce() async throws {
        let schema = newSchema()
        let readers = try (0..<2).map { try FeedStore(store(schema, place: $0)) }
        let titles = (0..<20).map { "title\($0)" }
        let imports = try readers.map { $0.importFeeds(try feeds(titles)) }
        for future in imports { _ = try await future.value }
        let lines = try await readers[1].unreadLines().value
        XCTAssertEqual(lines.count, 40)
        _ = try await readers[1].markAsRead("https://a.example/title0").value
        let rest = try await readers[0].unreadLines().value
        XCTAssertEqual(rest.count, 39)
        for reader in readers { reader.container.close() }
    }

    func testTransfersOfTwoLedgersBetweenTwoAccountsAllSucceed() async throws {
        let schema = newSchema()
        let ledgers = try (0..<2).map { try LedgerStore(store(schema, place: $0)) }
        for name in ["Cash", "Food"] { try await ledgers[0].deposit(100, to: name).value }
        let transfers = (0..<200).map { number in
            let names = number.isMultiple(of: 2) ? ("Cash", "Food") : ("Food", "Cash")
            return ledgers[number / 2 % 2].transfer(1, from: names.0, to: names.1)
        }
        for transfer in transfers { try await transfer.value }
        for ledger in ledgers {
            let sum = try await ledger.sum().value
            XCTAssertEqual(sum, 200)
            ledger.container.close()
        }
    }

    func testAnOldLedgerIsMigrated() async throws {
        let schema = newSchema()
        try await LedgerModelV1.makeStore(store(schema))
        let ledger = try LedgerStore(store(schema))
        let sum = try await ledger.sum().value
        XCTAssertEqual(sum, Decimal(string: "2600.50"))
        try await ledger.transfer(20, from: "Food", to: "Rent").value
        ledger.container.close()
    }
}
