import Foundation
import SignalsStore
import XCTest

@testable import SignalsPostgres

final class ConnectionTests: XCTestCase {
    func testAClosedContainerThatNobodyFollowedHoldsNoDescriptors() throws {
        let schema = newSchema()
        let before = try descriptorCount()
        let containers = try (0..<50).map { _ in
            let container = try openContainer(schema)
            container.close()
            return container
        }
        XCTAssertLessThan(try descriptorCount(), before + containers.count)
    }

    private func descriptorCount() throws -> Int {
        try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
    }

    func testAPinThatTheServerEndedSaysSo() throws {
        let schema = newSchema()
        let container = try openContainer(schema)
        let context = container.newBackgroundContext()
        try context.performAndWait {
            try context.setQueryGeneration(.current)
            XCTAssertEqual(try context.count(for: FetchRequest<Plant>()), 0)
            try TestServer.execute(
                "SELECT pg_terminate_backend(pid)::text FROM pg_stat_activity "
                    + "WHERE state = 'idle in transaction' AND query LIKE '%\(schema)%'")
            for _ in 0..<2 {
                XCTAssertThrowsError(try context.count(for: FetchRequest<Plant>())) { error in
                    XCTAssertTrue("\(error)".contains("has to be pinned again"), "\(error)")
                }
            }
        }
    }

    func testARepeatedReadThatTakesTooLongSaysWhatTheServerRefusedBefore() throws {
        let pool = ConnectionPool(try PostgresAddress(TestServer.address), capacity: 1)
        defer { pool.close() }
        var failures = [
            PostgresFailure(kind: .refused, state: "53300", message: "sorry, too many clients already"), .timedOut,
        ]
        XCTAssertThrowsError(try pool.withConnection(Deadline(after: 30)) { _ in throw failures.removeFirst() }) {
            XCTAssertEqual("\($0)", "sorry, too many clients already; tried again, it did not answer in time")
        }
    }

    func testAPinOfWhichTheServerCancelledAReadSaysSo() throws {
        let schema = newSchema()
        try whileLocked(
            "LOCK TABLE \"\(schema)\".\"Plant\"", until: "pg_cancel_backend(pid)", by: schema,
            in: openContainer(schema)
        ) { context in
            try context.setQueryGeneration(.current)
            for _ in 0..<2 {
                XCTAssertThrowsError(try context.count(for: FetchRequest<Plant>())) { error in
                    XCTAssertTrue("\(error)".contains("has to be pinned again"), "\(error)")
                }
            }
        }
    }

    func testALargeValueHasLongerToBeSent() throws {
        let connection = try PostgresConnection(PostgresAddress(TestServer.address), Deadline(after: 30))
        var parameters = Parameters()
        let value = try XCTUnwrap(parameters.add(.blob(Data(count: 12_000_000)), as: .data))
        let statement = Statement("SELECT octet_length(\(value))::bigint, pg_sleep(1)", parameters)
        XCTAssertEqual(try connection.run(statement, Deadline(after: 0.5)).integer(0, 0), 12_000_000)
    }

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
