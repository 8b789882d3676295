import Foundation
import Signals
import SignalsCore
import SignalsStore
import XCTest

@testable import SignalsPostgres

/// PgBouncer in its transaction mode: each transaction gets one of two connections.
final class PoolerTests: XCTestCase {
    private static let address = TestServer.script("pool", TestServer.address)
    private let schema = "test_\(UUID().uuidString)"

    private func open(place: Int = 0) throws -> PersistentContainer {
        try openContainer(schema, place: place, address: Self.address, abilities: [.copying])
    }

    func testManyRowsAreCopiedBothWays() throws {
        let container = try open()
        try container.addManyPlants(5_000)
        let names = try container.plantNames()
        XCTAssertEqual(names.count, 5_000)
        let copies = "query LIKE '%COPY (SELECT%\(schema)%' AND pid <> pg_backend_pid()"
        var count: String?
        // Copied from the second time on. Where the program looks what others committed meanwhile, another statement is the
        // connection's last.
        for _ in 0..<50 where count == nil || count == "0" {
            XCTAssertEqual(try container.plantNames(), names)
            count = try TestServer.execute("SELECT count(*)::text FROM pg_stat_activity WHERE \(copies)")
        }
        XCTAssertNotEqual(count, "0")
    }

    func testOthersCommitsAreFollowedThroughAPooler() throws {
        try expectFollowing(open(place: 1), in: open())
    }

    func testMoreProgramsThanConnectionsSaveEachChangeOnce() throws {
        let containers = try (0..<4).map { try open(place: $0) }
        let id = try containers[0].addPlants("Rose")[0]
        let all = expectation(description: "all")
        all.expectedFulfillmentCount = 80
        let failures = Locked<[String]>([])
        var cancellables: Set<AnyCancellable> = []
        for number in 0..<80 {
            UnitOfWork(container: containers[number % 4]).execute { try $0.existingObject(with: id).seeds += 1 }
                .sink { completion in
                    if case .failure(let error) = completion { failures.withLock { $0.append("\(error)") } }
                    all.fulfill()
                } receiveValue: { _ in
                }
                .store(in: &cancellables)
        }
        wait(for: [all], timeout: 60)
        XCTAssertEqual(failures.withLock { $0 }, [])
        XCTAssertEqual(try open(place: 4).inBackground { try $0.existingObject(with: id).seeds }, 80)
    }
}
