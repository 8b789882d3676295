import Signals
import SignalsStore
import XCTest

/// The main context has fetched an object and changed it, without saving, while a unit changes the same object.
@MainActor
final class FetchAndEditPitfallTests: XCTestCase {
    private func makeBanana() throws -> (container: PersistentContainer, banana: Banana) {
        let container = try makeContainer(Zoo.model)
        try container.inBackground { context in
            Banana(context: context).grams = 1
            try context.save()
        }
        return (container, try container.viewContext.biggestBanana())
    }

    private func setGrams(_ unit: UnitOfWork, to grams: Int) async throws -> Int {
        try await unit.execute { context in
            let banana = try context.biggestBanana()
            let before = banana.grams
            banana.grams = grams
            return before
        }.value
    }

    private func stored(_ container: PersistentContainer) throws -> [Int] {
        try container.inBackground { try $0.grams() }
    }

    func testAnObjectThatWasOnlyFetchedShowsWhatAUnitOfEitherKindSaved() async throws {
        let (container, banana) = try makeBanana()
        _ = try await setGrams(UnitOfWork(container: container), to: 3)
        _ = try container.viewContext.count(for: FetchRequest<Banana>())
        XCTAssertEqual(banana.grams, 3)
        _ = try await setGrams(UnitOfWork(parent: container.viewContext), to: 4)
        XCTAssertEqual(banana.grams, 4)
        XCTAssertFalse(container.viewContext.hasChanges)
    }

    func testAPeerDoesNotSeeThePendingEditAndTheMainContextsSaveFindsTheConflict() async throws {
        let (container, banana) = try makeBanana()
        banana.grams = 2
        let before = try await setGrams(UnitOfWork(container: container), to: 3)
        XCTAssertEqual(before, 1)
        XCTAssertEqual(banana.grams, 2, "the edit is not lost")
        XCTAssertThrowsError(try container.viewContext.save()) { error in
            guard case .conflict = (error as? SaveError)?.reason else { return XCTFail("\(error)") }
        }
        XCTAssertEqual(try stored(container), [3])
    }

    func testTheMergePolicySettlesTheConflictWithAPeer() async throws {
        for (policy, expected) in [
            (MergePolicy.mergeByPropertyStoreTrump, 3), (.mergeByPropertyObjectTrump, 2), (.overwrite, 2),
        ] {
            let (container, banana) = try makeBanana()
            container.viewContext.mergePolicy = policy
            banana.grams = 2
            _ = try await setGrams(UnitOfWork(container: container), to: 3)
            try container.viewContext.save()
            XCTAssertEqual(banana.grams, expected, "\(policy)")
            XCTAssertEqual(try stored(container), [expected], "\(policy)")
        }
    }

    func testAChildSeesThePendingEditAndReplacesItInTheMainContextToo() async throws {
        let (container, banana) = try makeBanana()
        banana.grams = 2
        let before = try await setGrams(UnitOfWork(parent: container.viewContext), to: 3)
        XCTAssertEqual(before, 2)
        XCTAssertEqual(banana.grams, 3, "the pending edit is gone, and nobody was asked")
        XCTAssertFalse(container.viewContext.hasChanges)
        XCTAssertEqual(try stored(container), [3])
    }

    func testAThousandUnitsLeaveAnEditOfAnotherObjectPending() async throws {
        let (container, banana) = try makeBanana()
        let view = container.viewContext
        banana.grams = 0
        let units = (0..<1000).map { number in
            let unit = number.isMultiple(of: 2) ? UnitOfWork(container: container) : UnitOfWork(parent: view)
            return unit.execute { Keeper(context: $0).name = "\(number)" }
        }
        for unit in units { try await unit.value }
        XCTAssertEqual(banana.grams, 0)
        XCTAssertTrue(view.hasChanges)
        XCTAssertEqual(try stored(container), [1])
        try view.save()
        XCTAssertEqual(try stored(container), [0])
        XCTAssertEqual(try view.count(for: FetchRequest<Keeper>()), 1000)
    }
}
