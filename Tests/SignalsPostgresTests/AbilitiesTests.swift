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
