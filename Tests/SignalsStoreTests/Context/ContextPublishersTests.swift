import Foundation
import Signals
import SignalsStore
import XCTest

final class ContextPublishersTests: XCTestCase {
    /// The values that a publisher put out.
    // SAFETY: used on the queue of the context that it listens to.
    private final class Log: @unchecked Sendable {
        var values: [ObjectChanges] = []
        var names: [String] = []
        private var cancellables = Set<AnyCancellable>()

        func listen(to publisher: AnyPublisher<ObjectChanges, Never>, _ name: String) {
            publisher.sink { [unowned self] changes in
                values.append(changes)
                names.append(name)
            }
            .store(in: &cancellables)
        }
    }

    func testASaveIsAnnouncedBeforeAndAfterWithTheIDsOfWhatItSaves() throws {
        let container = try makeContainer()
        let ids = try container.addChores("Dust", "Sweep", "Wash")
        try container.inBackground { context in
            let log = Log()
            log.listen(to: context.willSave, "will")
            log.listen(to: context.didSave, "did")
            try context.existingObject(with: ids[0]).minutes = 2
            context.delete(try context.existingObject(with: ids[1]))
            let new = Chore(context: context)
            new.name = "Cook"
            try context.save()
            XCTAssertEqual(log.names, ["will", "did"])
            for changes in log.values {
                XCTAssertEqual(changes.updatedObjectIDs, [AnyManagedObjectID(ids[0])])
                XCTAssertEqual(changes.deletedObjectIDs, [AnyManagedObjectID(ids[1])])
                XCTAssertEqual(changes.insertedObjectIDs, [AnyManagedObjectID(new.objectID)])
            }
            try context.save()
            XCTAssertEqual(log.names.count, 2, "nothing to save")
        }
    }

    func testWhoHearsOfASaveCanAlreadyReadItElsewhere() throws {
        let container = try makeContainer()
        let reader = container.newBackgroundContext()
        try container.inBackground { context in
            let found = Unchecked(NSMutableArray())
            let cancellable = context.didSave.sink { _ in
                reader.performAndWait {
                    let names = try? reader.fetch(FetchRequest<Chore>()).map(\.name)
                    found.value.addObjects(from: names ?? [])
                }
            }
            Chore(context: context).name = "Cook"
            try context.save()
            XCTAssertEqual(found.value as? [String], ["Cook"])
            withExtendedLifetime(cancellable) {}
        }
    }

    func testAFailedSaveIsNotAnnouncedAsDone() throws {
        let container = try makeContainer()
        try container.addChores("Dust")
        try container.inBackground { context in
            let log = Log()
            log.listen(to: context.didSave, "did")
            Chore(context: context).name = "Dust"
            XCTAssertThrowsError(try context.save())
            XCTAssertEqual(log.names, [])
        }
    }

    func testASubscriberOfWillSaveMayStillChangeThings() throws {
        let container = try makeContainer()
        try container.inBackground { context in
            let cancellable = context.willSave.sink { _ in Chore(context: context).name = "Late" }
            Chore(context: context).name = "Early"
            try context.save()
            withExtendedLifetime(cancellable) {}
        }
        XCTAssertEqual(try container.choreNames(), ["Early", "Late"])
    }

    func testChangesArePutOutTogether() throws {
        let container = try makeContainer()
        let ids = try container.addChores("Dust", "Sweep")
        let log = Log()
        let context = container.newBackgroundContext()
        let new = try context.performAndWait {
            log.listen(to: context.objectsDidChange, "changed")
            let dust = try context.existingObject(with: ids[0])
            dust.minutes = 2
            dust.minutes = 3
            context.delete(try context.existingObject(with: ids[1]))
            let new = Chore(context: context)
            new.name = "Cook"
            context.delete(Chore(context: context))
            XCTAssertEqual(log.values, [])
            context.processPendingChanges()
            return AnyManagedObjectID(new.objectID)
        }
        context.performAndWait {
            XCTAssertEqual(log.values.count, 1)
            XCTAssertEqual(log.values.first?.updatedObjectIDs, [AnyManagedObjectID(ids[0])])
            XCTAssertEqual(log.values.first?.deletedObjectIDs, [AnyManagedObjectID(ids[1])])
            XCTAssertEqual(log.values.first?.insertedObjectIDs, [new])
            context.processPendingChanges()
            XCTAssertEqual(log.values.count, 1)
        }
    }

    func testChangesArePutOutAfterTheWorkThatMadeThem() throws {
        let container = try makeContainer()
        let ids = try container.addChores("Dust")
        let log = Log()
        let context = container.newBackgroundContext()
        try context.performAndWait {
            log.listen(to: context.objectsDidChange, "changed")
            try context.existingObject(with: ids[0]).minutes = 2
            XCTAssertEqual(log.values.count, 0)
        }
        context.performAndWait { XCTAssertEqual(log.values.map(\.updatedObjectIDs), [[AnyManagedObjectID(ids[0])]]) }
        // The same attribute again is another change.
        try context.performAndWait { try context.existingObject(with: ids[0]).minutes = 3 }
        context.performAndWait { XCTAssertEqual(log.values.count, 2) }
    }

    func testObjectsThatOthersSavedArePublishedAsRefreshed() throws {
        let container = try makeContainer()
        let id = try container.addChores("Dust")[0]
        let log = Log()
        try container.inBackground { context in
            let chore = try context.existingObject(with: id)
            log.listen(to: context.objectsDidChange, "changed")
            try container.inBackground { other in
                try other.existingObject(with: id).minutes = 2
                try other.save()
            }
            context.refreshAllObjects()
            XCTAssertEqual(chore.minutes, 2)
            context.processPendingChanges()
            XCTAssertEqual(log.values.map(\.refreshedObjectIDs), [[AnyManagedObjectID(id)]])
            XCTAssertEqual(log.values.map(\.updatedObjectIDs), [[]])
        }
    }

    func testASaveOnReturnIsAnnouncedToo() async throws {
        let container = try makeContainer()
        let seen = Unchecked(NSMutableArray())
        let kept = Locked<AnyCancellable?>(nil)
        try await container.save { context in
            let cancellable = context.didSave.sink { seen.value.add($0.insertedObjectIDs.count) }
            Chore(context: context).name = "Cook"
            kept.withLock { $0 = cancellable }
        }.value
        XCTAssertEqual(seen.value as? [Int], [1])
    }
}
