import Foundation
import SignalsCore
import SignalsStore
import XCTest

@testable import SignalsPostgres

/// Statements that the server ends before their time, while they wait for a lock of another program's.
final class CancellationTests: XCTestCase {
    private let schema = "test_\(UUID().uuidString)"

    private var storeRow: String { "SELECT 1 FROM \"\(schema)\".signals_store FOR UPDATE" }

    func testASaveWaitsAsLongAsTheProgramSaysWhateverTheServersLimitForStatements() throws {
        try openContainer(schema).close()
        let container = try openContainer(schema, address: TestServer.address(with: "statement_timeout=1000"))
        try whileLocked(
            storeRow, until: "(clock_timestamp() - query_start > interval '1200 ms')", by: schema, in: container
        ) {
            Plant(context: $0).name = "Fern"
            try $0.save()
        }
    }

    func testASaveThatTheServerCancelledIsTriedAgain() throws {
        try whileLocked(storeRow, until: "pg_cancel_backend(pid)", by: schema, in: openContainer(schema)) {
            Plant(context: $0).name = "Fern"
            try $0.save()
        }
    }

    func testAReadThatTheServerCancelledIsTriedAgain() throws {
        let lock = "LOCK TABLE \"\(schema)\".\"Plant\""
        try whileLocked(lock, until: "pg_cancel_backend(pid)", in: openContainer(schema)) {
            XCTAssertEqual(try $0.count(for: FetchRequest<Plant>()), 0)
        }
    }
}
