import Foundation
import Signals
import SignalsCore
import SignalsStore
import XCTest

@testable import SignalsPostgres

/// A server that lacks abilities, or fails transactions as it may, keeps a store all the same.
final class AbilitiesTests: XCTestCase {
    func testOthersCommitsAreFollowedWithoutNotifications() throws {
        let schema = newSchema()
        try expectFollowing(
            openContainer(schema, place: 1, abilities: [.copying]), in: openContainer(schema, abilities: []))
    }

    func testAProgramThatDoesNotListenNotifiesThoseThatDo() throws {
        let schema = newSchema()
        let behindAPooler = try openContainer(schema, place: 1, abilities: [.copying])
        // Sooner than one that listens polls after silence.
        try expectFollowing(behindAPooler, in: openContainer(schema), timeout: 20)
    }

    func testOthersCommitsAreFollowedWhereTheServerTakesNoConnectionToListenMore() throws {
        let (schema, role) = (newSchema(), newSchema())
        let there = try openContainer(schema)
        try TestServer.execute(
            "CREATE ROLE \"\(role)\" LOGIN", "GRANT USAGE ON SCHEMA \"\(schema)\" TO \"\(role)\"",
            "GRANT SELECT ON ALL TABLES IN SCHEMA \"\(schema)\" TO \"\(role)\"")
        addTeardownBlock { try TestServer.execute("DROP OWNED BY \"\(role)\"", "DROP ROLE \"\(role)\"") }
        let address = TestServer.address(seenFrom: 1).replacing("signals@", with: "\(role)@")
        let here = try openContainer(schema, address: address)
        let names = Locked<[String]?>(nil)
        let change = DispatchSemaphore(value: 0)
        let cancellable = here.publisher(for: FetchRequest<Plant>()).sink { _ in
        } receiveValue: { plants in
            names.withLock { $0 = plants.map(\.name) }
            change.signal()
        }
        defer { cancellable.cancel() }
        func expect(_ expected: [String], within seconds: Double, line: UInt = #line) {
            let deadline = DispatchTime.now() + seconds
            while names.withLock({ $0 }) != expected {
                if change.wait(timeout: deadline) == .timedOut {
                    return XCTFail("it is \(String(describing: names.withLock { $0 }))", line: line)
                }
            }
        }
        expect([], within: 30)
        // Connections that there are stay; the listener's is lost, and none is had again.
        try TestServer.execute(
            "ALTER ROLE \"\(role)\" NOLOGIN",
            "SELECT pg_terminate_backend(pid)::text FROM pg_stat_activity WHERE usename = '\(role)' AND query LIKE 'LISTEN %'"
        )
        try there.addPlants("Rose")
        // Sooner than a listener polls after silence.
        expect(["Rose"], within: 20)
        try there.addPlants("Fern")
        expect(["Rose", "Fern"], within: 20)
    }

    func testManyRowsAreSavedWithoutCopying() throws {
        let container = try openContainer(newSchema(), abilities: [])
        try container.addManyPlants(5_000)
        XCTAssertEqual(try container.plantNames().count, 5_000)
    }

    func testEachSaveIsMadeOnceThoughTransactionsFail() throws {
        let schema = newSchema()
        let container = try openContainer(schema)
        try TestServer.execute(
            """
            CREATE FUNCTION "\(schema)".fail() RETURNS trigger LANGUAGE plpgsql AS $$
            BEGIN
                IF random() < 0.3 THEN RAISE EXCEPTION USING ERRCODE = CASE WHEN random() < 0.5 THEN '40001' ELSE '40P01' END;
                END IF;
                RETURN NEW;
            END $$
            """,
            "CREATE TRIGGER fail BEFORE INSERT ON \"\(schema)\".signals_history FOR EACH ROW EXECUTE FUNCTION \"\(schema)\".fail()"
        )
        let all = expectation(description: "all")
        all.expectedFulfillmentCount = 200
        let errors = Locked<[String]>([])
        var cancellables: Set<AnyCancellable> = []
        for number in 0..<200 {
            let future = container.save(onConflict: .runAgain(times: 3, then: .alone)) { context in
                // Every second one is decided on.
                if number.isMultiple(of: 2) {
                    _ = try context.fetch(FetchRequest<Plant>()).first.map { $0.height += 1 }
                }
                Plant(context: context).name = "Plant \(number)"
            }
            future.sink { end in
                if case .failure(let error) = end { errors.withLock { $0.append("\(error)") } }
                all.fulfill()
            } receiveValue: {
            }
            .store(in: &cancellables)
        }
        wait(for: [all], timeout: 60)
        XCTAssertEqual(errors.withLock { $0 }, [])
        XCTAssertEqual(Set(try container.plantNames()), Set((0..<200).map { "Plant \($0)" }))
        XCTAssertEqual(try container.plantNames().count, 200)
    }
}
