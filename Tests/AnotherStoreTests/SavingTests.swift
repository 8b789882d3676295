import AnotherStore
import Foundation
import Signals
import SignalsStore
import Synchronization
import XCTest

final class SavingTests: XCTestCase {
    private struct Collision {
        let container: PersistentContainer
        let context: ManagedObjectContext
        let id: ManagedObjectID<Plant>
    }

    /// A context that changed a plant's height to 5 and its price to 7, after another one saved 3 as its height.
    private func collide(_ policy: MergePolicy) throws -> Collision {
        let container = try makeGarden()
        let id = try container.addPlants("Rose")[0]
        let context = container.newBackgroundContext()
        try context.performAndWait {
            context.mergePolicy = policy
            let rose = try context.existingObject(with: id)
            (rose.height, rose.price) = (5, 7)
        }
        try container.inBackground { other in
            let rose = try other.existingObject(with: id)
            (rose.height, rose.name) = (3, "Dog rose")
            try other.save()
        }
        return Collision(container: container, context: context, id: id)
    }

    func testEachMergePolicySettlesAConflict() throws {
        let settled: [(MergePolicy, String)] = [
            (.mergeByPropertyStoreTrump, "3 7 Dog rose"), (.mergeByPropertyObjectTrump, "5 7 Dog rose"),
            (.overwrite, "5 7 Rose"), (.rollback, "3 1 Dog rose"),
        ]
        func describe(_ rose: Plant) -> String { "\(rose.height) \(rose.price) \(rose.name)" }
        for (policy, expected) in settled {
            let collision = try collide(policy)
            try collision.context.performAndWait {
                try collision.context.save()
                let here = describe(try collision.context.existingObject(with: collision.id))
                XCTAssertEqual(here, expected, "\(policy)")
            }
            let stored = try collision.container.inBackground { describe(try $0.existingObject(with: collision.id)) }
            XCTAssertEqual(stored, expected, "\(policy)")
        }
    }

    func testAConflictThatNothingSettlesFailsAndTellsBothSides() throws {
        let collision = try collide(.error)
        collision.context.performAndWait {
            do throws(SaveError) {
                try collision.context.save()
                XCTFail("it was saved")
            } catch {
                XCTAssertEqual(error.conflict?.attributeNames, ["height"])
                XCTAssertEqual(error.conflict?.stored?["height"], .integer(3))
                XCTAssertEqual(error.conflict?.here?["height"], .integer(5))
            }
            XCTAssertTrue(collision.context.hasChanges)
        }
        XCTAssertEqual(
            try collision.container.inBackground { try $0.existingObject(with: collision.id).price }, Decimal(1))
    }

    func testAnObjectThatSomeoneElseDeletedIsStoredAnewWhereThePolicySaysSo() throws {
        for (policy, names) in [(MergePolicy.rollback, []), (.overwrite, ["Rose"])] {
            let collision = try collide(policy)
            try collision.container.inBackground { other in
                other.delete(try other.existingObject(with: collision.id))
                try other.save()
            }
            try collision.context.performAndWait { try collision.context.save() }
            XCTAssertEqual(try collision.container.plantNames(), names, "\(policy)")
        }
    }

    func testAFailedSaveLeavesNothingBehind() throws {
        let container = try makeGarden()
        let id = try container.addPlants("Rose", "Ivy")[0]
        let failure = try container.inBackground { context in
            try context.existingObject(with: id).height = 50
            Bed(context: context).plants = [Plant(context: context)]
            Plant(context: context).name = "Ro\u{73}e"
            return reason { try context.save() }
        }
        guard case .valueTaken(let taken, let owner) = failure else { return XCTFail("it was saved") }
        XCTAssertEqual(taken, "\"Rose\"")
        XCTAssertEqual(owner, AnyManagedObjectID(id))
        XCTAssertEqual(try container.plantNames(), ["Ivy", "Rose"])
        XCTAssertEqual(try container.inBackground { try $0.existingObject(with: id).height }, 0)
        XCTAssertEqual(try container.inBackground { try $0.count(for: FetchRequest<Bed>()) }, 0)
    }

    func testBackgroundSavesEachHaveAnOutcomeOfTheirOwn() async throws {
        let container = try makeGarden()
        let saves = (0..<200).map { number in
            container.save { Plant(context: $0).name = "\(number % 150)" }
        }
        var failures = 0
        for save in saves { do { try await save.value } catch { failures += 1 } }
        XCTAssertEqual(failures, 50)
        XCTAssertEqual(try container.plantNames().count, 150)
    }

    func testATaskWithAKeyIsDoneOnce() async throws {
        let container = try makeGarden()
        for _ in 0..<3 {
            let name = try await container.performBackgroundTask(idempotencyKey: "plant") { context in
                let plant = Plant(context: context)
                plant.name = UUID().uuidString
                try context.save()
                return plant.name
            }.value
            XCTAssertEqual(try container.plantNames(), [name])
        }
    }

    func testAUnitOfWorkSendsItsEventsAfterItIsSaved() async throws {
        let container = try makeGarden()
        let events = DomainEventPublisher()
        let heard = Mutex<[String]>([])
        let cancellable = events.publisher(for: Planted.self).sink { event in
            let stored = (try? container.plantNames()) ?? []
            heard.withLock { $0 += ["\(event.name) of \(stored)"] }
        }
        try await UnitOfWork(container: container).execute(publishingTo: events) { context, events in
            Plant(context: context).name = "Rose"
            events.enqueue(Planted(name: "Rose"))
        }.value
        let refused = UnitOfWork(container: container).execute(publishingTo: events) { context, events in
            Plant(context: context).name = "Rose"
            events.enqueue(Planted(name: "Rose again"))
        }
        do {
            try await refused.value
            XCTFail("the name is taken")
        } catch {}
        XCTAssertEqual(heard.withLock { $0 }, ["Rose of [\"Rose\"]"])
        withExtendedLifetime(cancellable) {}
    }
}

private struct Planted: DomainEvent {
    let name: String
}
