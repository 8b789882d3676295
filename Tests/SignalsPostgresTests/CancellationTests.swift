import Foundation
import SignalsCore
import SignalsStore
import XCTest

@testable import SignalsPostgres

/// Statements that the server ends before their time, while they wait for a lock of another program's.
final class CancellationTests: XCTestCase {
    private let schema = "test_\(UUID().uuidString)"

    /// Runs something that waits for a lock, and gives the lock up when some statement has found it waiting, or it has
    /// failed before.
    private func whileLocked(
        _ lock: String, until found: String, in container: PersistentContainer,
        _ body: @escaping @Sendable (ManagedObjectContext) throws -> Void
    ) throws {
        let deadline = Deadline(after: 30)
        let other = try PostgresConnection(PostgresAddress(TestServer.address), deadline)
        _ = try other.run([Statement("BEGIN"), Statement(lock)], deadline)
        let outcome = Locked<Result<Void, any Error>?>(nil)
        let isOver = expectation(description: "over")
        DispatchQueue.global().async {
            let result = Result { try container.inBackground(body) }
            outcome.withLock { $0 = result }
            isOver.fulfill()
        }
        let waiting = "wait_event_type = 'Lock' AND query LIKE '%\(schema)%'"
        while outcome.withLock({ $0 == nil }), !deadline.isOver,
            try TestServer.execute("SELECT \(found)::text FROM pg_stat_activity WHERE \(waiting)") != "true"
        {}
        try other.run(Statement("COMMIT"), deadline)
        wait(for: [isOver], timeout: 30)
        XCTAssertNoThrow(try outcome.withLock { $0 }?.get())
    }

    private var storeRow: String { "SELECT 1 FROM \"\(schema)\".signals_store FOR UPDATE" }

    func testASaveWaitsAsLongAsTheProgramSaysWhateverTheServersLimitForStatements() throws {
        try openContainer(schema).close()
        let container = try openContainer(schema, address: TestServer.address(with: "statement_timeout=1000"))
        try whileLocked(storeRow, until: "(clock_timestamp() - query_start > interval '1200 ms')", in: container) {
            Plant(context: $0).name = "Fern"
            try $0.save()
        }
    }

    func testASaveThatTheServerCancelledIsTriedAgain() throws {
        try whileLocked(storeRow, until: "pg_cancel_backend(pid)", in: openContainer(schema)) {
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
