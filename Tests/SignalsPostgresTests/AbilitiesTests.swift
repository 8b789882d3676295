import Foundation
import Signals
import SignalsCore
import SignalsStore
import XCTest

@testable import SignalsPostgres

/// A server that lacks abilities, or fails transactions as it may, keeps a store all the same.
final class AbilitiesTests: XCTestCase {
    private func open(_ schema: String, place: Int = 0, _ abilities: PostgresAbilities) throws -> PersistentContainer {
        var store = PersistentStoreDescription.postgres(
            TestServer.address(seenFrom: place), schema: schema, abilities: abilities)
        store.durability = .off
        store.busyTimeout = 30
        let container = try PersistentContainer(name: "Test", model: ManagedObjectModel(Plant.self), stores: [store])
        addTeardownBlock { container.close() }
        return container
    }

    func testOthersCommitsAreFollowedWithoutNotifications() throws {
        let schema = newSchema()
        let here = try open(schema, [])
        let there = try open(schema, place: 1, [.copying])
        let (first, both) = (expectation(description: "the first"), expectation(description: "both"))
        let cancellable = here.publisher(for: FetchRequest<Plant>(sortBy: [SortDescriptor(\.name)])).sink { _ in
        } receiveValue: { plants in
            if plants.isEmpty { first.fulfill() }
            if plants.map(\.name) == ["Fern", "Rose"] { both.fulfill() }
        }
        wait(for: [first], timeout: 30)
        try there.addPlants("Rose", "Fern")
        wait(for: [both], timeout: 30)
        cancellable.cancel()
    }

    func testManyRowsAreSavedWithoutCopying() throws {
        let container = try open(newSchema(), [])
        try container.addManyPlants(5_000)
        XCTAssertEqual(try container.plantNames().count, 5_000)
    }

    func testEachSaveIsMadeOnceThoughTransactionsFail() throws {
        let schema = newSchema()
        let container = try open(schema, .all)
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
