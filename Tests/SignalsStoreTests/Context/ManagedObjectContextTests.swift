import Foundation
import SignalsStore
import XCTest

final class ManagedObjectContextTests: XCTestCase {
    private let byName = FetchRequest<Chore>(sortBy: [SortDescriptor(\.name)])

    func testOneRowIsOneObjectInAContext() throws {
        let container = try makeContainer()
        let ids = try container.addChores("Dust")
        try container.inBackground { context in
            let fetched = try context.fetch(byName)[0]
            XCTAssertTrue(fetched === (try context.existingObject(with: ids[0])))
            XCTAssertTrue(fetched === (try context.fetch(byName)[0]))
        }
    }

    func testAnObjectThatWasInsertedIsTheOneThatIsFetchedAfterTheSave() throws {
        try makeContainer().inBackground { context in
            let chore = Chore(context: context)
            chore.name = "Dust"
            XCTAssertTrue(chore.isInserted)
            let id = chore.objectID
            try context.save()
            XCTAssertFalse(chore.hasChanges)
            XCTAssertEqual(chore.objectID, id)
            XCTAssertTrue(try context.fetch(byName)[0] === chore)
        }
    }

    func testAFetchFindsTheContextsOwnChanges() throws {
        let container = try makeContainer()
        try container.addChores("Dust", "Iron", "Mop")
        try container.inBackground { context in
            let chores = try context.fetch(byName)
            chores[0].name = "Weed"
            context.delete(chores[1])
            Chore(context: context).name = "Bake"
            XCTAssertEqual(try context.fetch(byName).map(\.name), ["Bake", "Mop", "Weed"])
            XCTAssertEqual(try context.count(for: byName), 3)
            let request = FetchRequest<Chore>(predicate: #Predicate { $0.name > "C" }, sortBy: byName.sortDescriptors)
            XCTAssertEqual(try context.fetch(request).map(\.name), ["Mop", "Weed"])
        }
        XCTAssertEqual(try container.choreNames(), ["Dust", "Iron", "Mop"])
    }

    func testLimitAndOffsetCountTheContextsOwnChanges() throws {
        let container = try makeContainer()
        try container.addChores("B", "D", "F", "H")
        try container.inBackground { context in
            for name in ["A", "C", "E"] { Chore(context: context).name = name }
            try context.fetch(byName).filter { $0.name == "D" }.forEach(context.delete)
            var request = byName
            request.fetchOffset = 1
            request.fetchLimit = 3
            XCTAssertEqual(try context.fetch(request).map(\.name), ["B", "C", "E"])
            XCTAssertEqual(try context.count(for: request), 3)
        }
    }

    func testLimitAndOffsetOfStoredObjects() throws {
        let container = try makeContainer()
        try container.addChores("A", "B", "C", "D", "E")
        try container.inBackground { context in
            let request = FetchRequest<Chore>(
                sortBy: [SortDescriptor(\.name, order: .reverse)], fetchLimit: 2, fetchOffset: 1)
            XCTAssertEqual(try context.fetch(request).map(\.name), ["D", "C"])
            XCTAssertEqual(try context.count(for: request), 2)
            XCTAssertEqual(try context.count(for: FetchRequest<Chore>(fetchOffset: 4)), 1)
            XCTAssertEqual(try context.fetch(FetchRequest<Chore>(fetchLimit: 0)).count, 0)
        }
    }

    func testRollbackTakesBackInsertionsChangesAndDeletions() throws {
        let container = try makeContainer()
        try container.addChores("Dust", "Mop")
        try container.inBackground { context in
            let chores = try context.fetch(byName)
            let inserted = Chore(context: context)
            inserted.name = "New"
            chores[0].name = "Changed"
            chores[0].minutes = 99
            context.delete(chores[1])
            XCTAssertTrue(context.hasChanges)
            context.rollback()
            XCTAssertFalse(context.hasChanges)
            XCTAssertEqual(chores[0].name, "Dust")
            XCTAssertEqual(chores[0].minutes, 1)
            XCTAssertNil(inserted.managedObjectContext)
            try context.save()
        }
        XCTAssertEqual(try container.choreNames(), ["Dust", "Mop"])
    }

    func testAnObjectCanBeChangedAgainAfterASaveAndAfterARollback() throws {
        let container = try makeContainer()
        try container.inBackground { context in
            let chore = Chore(context: context)
            for name in ["one", "two", "three"] {
                chore.name = name
                try context.save()
                chore.name = "discarded"
                context.rollback()
                XCTAssertEqual(chore.name, name)
            }
        }
        XCTAssertEqual(try container.choreNames(), ["three"])
    }

    func testDeletedObjectsAreGoneAfterTheSave() throws {
        let container = try makeContainer()
        let ids = try container.addChores("Dust", "Mop")
        try container.inBackground { context in
            let chore = try context.existingObject(with: ids[0])
            context.delete(chore)
            context.delete(chore)
            XCTAssertTrue(chore.isDeleted)
            XCTAssertThrowsError(try context.existingObject(with: ids[0]))
            try context.save()
            XCTAssertNil(chore.managedObjectContext)
            XCTAssertThrowsError(try context.existingObject(with: ids[0])) { error in
                guard case FetchError.noSuchObject = error else { return XCTFail("\(error)") }
            }
        }
        XCTAssertEqual(try container.choreNames(), ["Mop"])
    }

    func testAnInsertedObjectThatIsDeletedIsNeverSaved() throws {
        let container = try makeContainer()
        try container.inBackground { context in
            context.delete(Chore(context: context))
            XCTAssertFalse(context.hasChanges)
            try context.save()
        }
        XCTAssertEqual(try container.choreNames(), [])
    }

    func testAssigningTheValueThatIsThereSavesNothing() throws {
        let container = try makeContainer()
        let ids = try container.addChores("Dust")
        try container.inBackground { context in
            let chore = try context.existingObject(with: ids[0])
            chore.name = "Dust"
            try context.save()
            XCTAssertFalse(context.hasChanges)
        }
    }

    func testAnIDOfAnotherStoreIsRefused() throws {
        let ids = try makeContainer().addChores("Dust")
        try makeContainer().inBackground { context in
            XCTAssertThrowsError(try context.existingObject(with: ids[0])) { error in
                guard case FetchError.foreignObjectID = error else { return XCTFail("\(error)") }
            }
        }
    }

    func testAContextKeepsNoObjectThatNobodyUses() throws {
        let container = try makeContainer()
        try container.addChores("Dust")
        try container.inBackground { context in
            weak var forgotten: Chore?
            try autoreleasing {
                let chore = try context.fetch(byName)[0]
                forgotten = chore
                XCTAssertNotNil(forgotten)
            }
            XCTAssertNil(forgotten)
        }
    }

    private func autoreleasing(_ body: () throws -> Void) rethrows { try body() }

    func testAnInitialiserOfASubclassDoesNotChangeWhatIsStored() throws {
        let container = try makeContainer(ManagedObjectModel(Greeting.self))
        try container.inBackground { context in
            let first = Greeting(context: context)
            XCTAssertEqual(first.text, "hello")
            let second = Greeting(context: context)
            second.text = "goodbye"
            try context.save()
        }
        try container.inBackground { context in
            XCTAssertEqual(try context.fetch(FetchRequest<Greeting>()).map(\.text), ["hello", "goodbye"])
            XCTAssertFalse(context.hasChanges)
        }
    }

    func testPerformRunsClosuresInTheirOrder() async throws {
        let context = try makeContainer().newBackgroundContext()
        enqueue(20, in: context)
        let names = await context.perform { (try? context.fetch(FetchRequest<Chore>()).map(\.name)) ?? [] }
        XCTAssertEqual(names, (0..<20).map(String.init))
    }

    private func enqueue(_ count: Int, in context: ManagedObjectContext) {
        for number in 0..<count { context.perform { Chore(context: context).name = "\(number)" } }
    }

    func testPerformAndWaitInsidePerformAndWaitRunsAtOnce() throws {
        let context = try makeContainer().newBackgroundContext()
        let name = context.performAndWait {
            let chore = Chore(context: context)
            context.performAndWait { chore.name = "nested" }
            return chore.name
        }
        XCTAssertEqual(name, "nested")
    }

    @MainActor func testANameIsForMessagesAndMayBeSetAnywhere() throws {
        let container = try makeContainer()
        XCTAssertEqual(container.viewContext.name, "view context of Test")
        container.viewContext.name = "screen"
        XCTAssertEqual(container.viewContext.name, "screen")
    }
}
