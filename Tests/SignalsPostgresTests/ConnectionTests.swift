import Foundation
import SignalsStore
import XCTest

@testable import SignalsPostgres

final class ConnectionTests: XCTestCase {
    func testATransactionThatFailedEndsHoweverManyStatementsAreKnown() throws {
        let deadline = Deadline(after: 60)
        let connection = try PostgresConnection(PostgresAddress(TestServer.address), deadline)
        for number in 0..<600 {
            try connection.run(Statement("BEGIN"), deadline)
            XCTAssertThrowsError(try connection.run(Statement("SELECT \(number) / 0"), deadline))
            XCTAssertNoThrow(try connection.run(Statement("ROLLBACK"), deadline))
        }
    }

    func testContextsThatWerePinnedLeaveNoTransactionOpen() throws {
        let name = UUID().uuidString
        let container = try openContainer(newSchema(), address: TestServer.address + "&application_name=" + name)
        let contexts = (0..<3).map { _ in container.newBackgroundContext() }
        for context in contexts {
            try context.performAndWait {
                try context.setQueryGeneration(.current)
                XCTAssertEqual(try context.count(for: FetchRequest<Plant>()), 0)
            }
        }
        let open =
            "SELECT count(*)::text FROM pg_stat_activity WHERE application_name = '\(name)' AND xact_start IS NOT NULL"
        XCTAssertEqual(try TestServer.execute(open), "3")
        for context in contexts { try context.performAndWait { try context.setQueryGeneration(nil) } }
        let deadline = Deadline(after: 30)
        while try TestServer.execute(open) != "0", !deadline.isOver {}
        XCTAssertEqual(try TestServer.execute(open), "0")
        XCTAssertEqual(try container.inBackground { try $0.count(for: FetchRequest<Plant>()) }, 0)
    }
}
