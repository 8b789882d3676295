import Foundation
import Signals
import SignalsStore
import XCTest

final class ConflictTests: XCTestCase {
    /// A stored chore, held by a context in which nothing else happens.
    private func makeHeldChore() throws -> (PersistentContainer, ManagedObjectContext, ManagedObjectID<Chore>) {
        let container = try makeContainer()
        let id = try container.addChores("Dust")[0]
        return (container, container.newBackgroundContext(), id)
    }

    private func change(_ id: ManagedObjectID<Chore>, in container: PersistentContainer, _ body: (Chore) -> Void) throws
    {
        try container.inBackground { context in
            body(try context.existingObject(with: id))
            try context.save()
        }
    }

    private func assertSaveFails(
        _ context: ManagedObjectContext, line: UInt = #line, _ check: (SaveError) -> Void
    ) throws {
        XCTAssertThrowsError(try context.save(), line: line) { error in
            guard let error = error as? SaveError else { return XCTFail("\(error)", line: line) }
            check(error)
        }
    }

    func testAnAttributeChangedOnBothSidesIsAConflictThatNamesEverything() throws {
        let (container, context, id) = try makeHeldChore()
        try context.performAndWait {
            let chore = try context.existingObject(with: id)
            chore.name = "Here"
            try change(id, in: container) { $0.name = "There" }
            try assertSaveFails(context) { error in
                guard case .conflict(.text("Dust"), .text("Here"), .text("There")) = error.reason else {
                    return XCTFail("\(error)")
                }
                XCTAssertEqual(error.entityName, "Chore")
                XCTAssertEqual(error.attributeName, "name")
                XCTAssertEqual(error.objectIDs, [AnyManagedObjectID(id)])
                XCTAssertFalse(error.canRetry)
            }
            XCTAssertEqual(chore.name, "Here")
            XCTAssertTrue(context.hasChanges)
        }
        XCTAssertEqual(try container.choreNames(), ["There"])
    }

    func testDifferentAttributesOfOneRowAreNoConflict() throws {
        let (container, context, id) = try makeHeldChore()
        try context.performAndWait {
            let chore = try context.existingObject(with: id)
            chore.name = "Here"
            try change(id, in: container) { $0.minutes = 45 }
            try context.save()
            XCTAssertEqual(chore.minutes, 45, "the save takes over what others changed")
            chore.minutes += 1
            try context.save()
        }
        try container.inBackground { context in
            let chore = try context.existingObject(with: id)
            XCTAssertEqual(chore.name, "Here")
            XCTAssertEqual(chore.minutes, 46)
        }
    }

    func testAConflictIsStillFoundAfterAFetchHasSeenTheOtherSide() throws {
        let (container, context, id) = try makeHeldChore()
        try context.performAndWait {
            let chore = try context.existingObject(with: id)
            chore.name = "Here"
            try change(id, in: container) {
                $0.name = "There"
                $0.minutes = 45
            }
            _ = try context.fetch(FetchRequest<Chore>())
            XCTAssertEqual(chore.name, "Here")
            XCTAssertEqual(chore.minutes, 45)
            try assertSaveFails(context) { error in
                guard case .conflict = error.reason else { return XCTFail("\(error)") }
            }
        }
    }

    func testAfterARollbackTheOtherSideIsSeenAndCanBeChanged() throws {
        let (container, context, id) = try makeHeldChore()
        try context.performAndWait {
            let chore = try context.existingObject(with: id)
            chore.name = "Here"
            try change(id, in: container) { $0.name = "There" }
            XCTAssertThrowsError(try context.save())
            context.rollback()
            _ = try context.fetch(FetchRequest<Chore>())
            XCTAssertEqual(chore.name, "There")
            chore.name = "Here"
            try context.save()
        }
        XCTAssertEqual(try container.choreNames(), ["Here"])
    }

    func testTheSameValueOnBothSidesAfterThereAndBackIsNoConflict() throws {
        let (container, context, id) = try makeHeldChore()
        try context.performAndWait {
            let chore = try context.existingObject(with: id)
            chore.name = "Here"
            try change(id, in: container) { $0.name = "There" }
            try change(id, in: container) { $0.name = "Dust" }
            try context.save()
        }
        XCTAssertEqual(try container.choreNames(), ["Here"])
    }

    func testAnObjectChangedHereAndDeletedThereIsAConflict() throws {
        let (container, context, id) = try makeHeldChore()
        try context.performAndWait {
            try context.existingObject(with: id).name = "Here"
            try container.inBackground { other in
                other.delete(try other.existingObject(with: id))
                try other.save()
            }
            try assertSaveFails(context) { error in
                guard case .deletionConflict = error.reason else { return XCTFail("\(error)") }
                XCTAssertEqual(error.objectIDs, [AnyManagedObjectID(id)])
            }
        }
    }

    func testAnObjectDeletedHereAndChangedThereIsAConflict() throws {
        let (container, context, id) = try makeHeldChore()
        try context.performAndWait {
            context.delete(try context.existingObject(with: id))
            try change(id, in: container) { $0.minutes = 45 }
            _ = try context.fetch(FetchRequest<Chore>())
            try assertSaveFails(context) { error in
                guard case .deletionConflict = error.reason else { return XCTFail("\(error)") }
            }
        }
        XCTAssertEqual(try container.choreNames(), ["Dust"])
    }

    func testAnObjectDeletedOnBothSidesIsNoConflict() throws {
        let (container, context, id) = try makeHeldChore()
        try context.performAndWait {
            context.delete(try context.existingObject(with: id))
            try container.inBackground { other in
                other.delete(try other.existingObject(with: id))
                try other.save()
            }
            try context.save()
        }
        XCTAssertEqual(try container.choreNames(), [])
    }

    @MainActor func testTheViewContextFindsAConflictThatItsInboxHasSeen() throws {
        let container = try makeContainer()
        let id = try container.addChores("Dust")[0]
        let chore = try container.viewContext.existingObject(with: id)
        chore.name = "Here"
        try change(id, in: container) { $0.name = "There" }
        XCTAssertThrowsError(try container.viewContext.save())
        container.viewContext.rollback()
        XCTAssertEqual(try container.viewContext.fetch(FetchRequest<Chore>()).map(\.name), ["There"])
    }

    func testOfManyThatAddToOneNumberEachIsCountedOnceOrFails() throws {
        let container = try makeContainer()
        let id = try container.addChores("Dust")[0]
        let ended = expectation(description: "all ended")
        ended.expectedFulfillmentCount = 200
        let successes = Locked(0)
        let cancellables = (0..<200).map { _ in
            container.performBackgroundTask { context in
                try context.existingObject(with: id).minutes += 1
                try context.save()
            }
            .sink(
                receiveCompletion: { completion in
                    if case .finished = completion { successes.withLock { $0 += 1 } }
                    ended.fulfill()
                }, receiveValue: {})
        }
        wait(for: [ended], timeout: 60)
        withExtendedLifetime(cancellables) {}
        let minutes = try container.inBackground { try $0.existingObject(with: id).minutes }
        XCTAssertEqual(minutes, 1 + successes.withLock { $0 })
    }
}
