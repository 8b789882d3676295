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
        try whileLocked(lock, until: "pg_cancel_backend(pid)", by: schema, in: openContainer(schema)) {
            XCTAssertEqual(try $0.count(for: FetchRequest<Plant>()), 0)
        }
    }

    func testALiveQueryThatTheServerCancelsAgainAndAgainIsTriedAgain() throws {
        let container = try openContainer(schema)
        let deadline = Deadline(after: 30)
        let other = try PostgresConnection(PostgresAddress(TestServer.address), deadline)
        _ = try other.run([Statement("BEGIN"), Statement("LOCK TABLE \"\(schema)\".\"Plant\"")], deadline)
        let (isRead, isOver) = (expectation(description: "read"), Locked(false))
        let cancellable = container.publisher(for: FetchRequest<Plant>()).sink { end in
            if case .failure(let error) = end { XCTFail("\(error)") }
            isOver.withLock { $0 = true }
        } receiveValue: { plants in
            XCTAssertEqual(plants.count, 0)
            isRead.fulfill()
        }
        let cancel =
            "SELECT pg_cancel_backend(pid)::text FROM pg_stat_activity "
            + "WHERE wait_event_type = 'Lock' AND query LIKE '%\(schema)%'"
        var count = 0
        while count < 10, !deadline.isOver, !isOver.withLock({ $0 }) {
            if try TestServer.execute(cancel) == "true" { count += 1 }
        }
        try other.run(Statement("COMMIT"), deadline)
        wait(for: [isRead], timeout: 30)
        cancellable.cancel()
    }
}
