import AnotherStore
import Signals
import SignalsStore
import Synchronization
import XCTest

/// Accesses to what a store does not answer.
final class UnreadValuesTests: XCTestCase {
    private let store = MoodyStore()
    private let heard = Failures()

    private final class Failures: Sendable {
        private let all = Mutex<[String]>([])
        var descriptions: [String] { all.withLock { $0 } }
        func add(_ failure: UnobservedFailure) { all.withLock { $0.append("\(failure)") } }
    }

    /// A garden with a bed of roses and ivy, and a tree.
    private func makeBed() throws -> PersistentContainer {
        let container = try makeGarden(store)
        container.unobservedFailureHandler = { [heard] in heard.add($0) }
        let context = container.newBackgroundContext()
        try context.performAndWait {
            let bed = Bed(context: context)
            bed.name = "North"
            for name in ["Rose", "Ivy"] {
                let plant = Plant(context: context)
                (plant.name, plant.height, plant.bed) = (name, 3, bed)
            }
            try context.save()
        }
        return container
    }

    private func withContext(_ body: (ManagedObjectContext, Bed) throws -> Void) throws {
        let container = try makeBed()
        let context = container.newBackgroundContext()
        context.name = "form"
        try context.performAndWait {
            let bed = try XCTUnwrap(context.fetch(FetchRequest<Bed>()).first)
            try body(context, bed)
        }
    }

    func testAnAccessShowsWhatThereIsAndIsHeardOf() throws {
        try withContext { context, bed in
            context.refresh(bed, mergeChanges: false)
            let stranger = context.object(with: bed.objectID)
            store.failReading(with: ServerAsleep())
            XCTAssertEqual(bed.name, "North", "as it was read before")
            XCTAssertEqual(bed.plants, [])
            XCTAssertTrue(stranger.isFault)
            XCTAssertEqual(
                heard.descriptions,
                ["Signals: form failed and nobody was told: The store failed: the server is asleep"])
            XCTAssertThrowsError(try context.existingObject(with: bed.objectID))
            store.failReading(with: nil)
            XCTAssertEqual(try context.existingObject(with: bed.objectID).name, "North")
            XCTAssertEqual(bed.plants.count, 2)
            bed.name = "South"
            try context.save()
        }
    }

    func testTheStoreIsNotAskedAtEachAccess() throws {
        try withContext { context, bed in
            let plants = bed.plants
            for plant in plants { context.refresh(plant, mergeChanges: false) }
            store.failReading(with: ServerAsleep())
            let count = store.readCount
            XCTAssertEqual(plants.map(\.height), [3, 3])
            XCTAssertEqual(store.readCount, count + 1)
            store.failReading(with: nil)
            XCTAssertTrue(plants.allSatisfy(\.isFault))
            _ = try context.count(for: FetchRequest<Bed>())
            XCTAssertEqual(plants.map(\.height), [3, 3])
            XCTAssertFalse(plants.contains(where: \.isFault))
        }
    }

    func testLaterChangesAreNotSavedUntilTheyAreTakenBack() throws {
        try withContext { context, bed in
            let rose = try XCTUnwrap(bed.plants.first { $0.name == "Rose" })
            context.refresh(bed, mergeChanges: false)
            let form = ManagedObjectContext(concurrencyType: .privateQueue, parent: context)
            try form.performAndWait {
                let (copy, plant) = (form.object(with: bed.objectID), form.object(with: rose.objectID))
                store.failReading(with: ServerAsleep())
                XCTAssertEqual(copy.name, "", "what the class declares")
                plant.name = copy.name + " rose"
                copy.name += " bed"
                store.failReading(with: nil)
                _ = try form.fetch(FetchRequest<Plant>())
                XCTAssertEqual(copy.name, " bed", "read again, and changed still")
                guard case .unread = reason({ try form.save() }) else { return XCTFail("it was saved") }
                form.rollback()
                XCTAssertFalse(form.hasChanges)
                XCTAssertEqual(plant.name, "Rose")
                XCTAssertEqual(copy.name, "North")
                copy.name += " bed"
                try form.save()
            }
            XCTAssertEqual([rose.name, bed.name], ["Rose", "North bed"])
            try context.save()
        }
    }

    func testAnAssignmentThatCouldNotBeMadeIsNotForgotten() throws {
        try withContext { context, bed in
            let rose = try XCTUnwrap(bed.plants.first { $0.name == "Rose" })
            context.refresh(bed, mergeChanges: false)
            context.refresh(rose, mergeChanges: false)
            store.failReading(with: ServerAsleep())
            rose.neighbours = bed.plants
            bed.plants = []
            XCTAssertTrue(context.hasChanges)
            store.failReading(with: nil)
            guard case .unread = reason({ try context.save() }) else { return XCTFail("it was saved") }
            context.rollback()
            XCTAssertFalse(context.hasChanges)
            _ = try context.fetch(FetchRequest<Bed>())
            XCTAssertEqual(bed.plants.count, 2)
            bed.plants = []
            try context.save()
            XCTAssertNil(rose.bed)
        }
    }

    func testTheFutureOfABackgroundTaskFails() async throws {
        let container = try makeBed()
        let id = try await container.performBackgroundTask { context in
            try XCTUnwrap(context.fetch(FetchRequest<Bed>()).first).objectID
        }.value
        store.failReading(with: ServerAsleep())
        let tasks: [Future<String, any Error>] = [
            container.performBackgroundTask { $0.object(with: id).name },
            container.save { $0.object(with: id).name },
            container.performBackgroundTask(idempotencyKey: "name") { $0.object(with: id).name },
        ]
        for (index, task) in tasks.enumerated() {
            do {
                let name = try await task.value
                XCTFail("task \(index) returned “\(name)”")
            } catch { XCTAssertTrue("\(error)".hasSuffix("The store failed: the server is asleep"), "\(error)") }
        }
    }
}
