import Foundation
import Signals
import SignalsStore
import XCTest

final class ContextMergingTests: XCTestCase {
    private func change(
        _ id: ManagedObjectID<Chore>, in container: PersistentContainer, _ body: (Chore) -> Void
    ) throws {
        try container.inBackground { other in
            body(try other.existingObject(with: id))
            try other.save()
        }
    }

    /// A chore in a context, kept by the closure only.
    private func withChore(
        follows: Bool = false,
        _ body: (Chore, ManagedObjectContext, PersistentContainer) throws -> Void
    ) throws {
        let container = try makeContainer()
        let id = try container.addChores("Dust")[0]
        let context = container.newBackgroundContext()
        context.automaticallyMergesChangesFromParent = follows
        let chore = try context.performAndWait { Unchecked(try context.existingObject(with: id)) }
        try context.performAndWait { try body(chore.value, context, container) }
        withExtendedLifetime(chore) {}
    }

    func testAnObjectThatOthersStoreAnewHasTheMembersThatWereGivenToItBefore() throws {
        let container = try makeContainer(makeHousehold())
        let contexts = (0..<3).map { _ in ManagedObjectContext(concurrencyType: .mainQueue, container: container) }
        let (here, deleting, keeping) = (contexts[0], contexts[1], contexts[2])
        here.automaticallyMergesChangesFromParent = true
        keeping.mergePolicy = .mergeByPropertyObjectTrump
        _ = (Member("Ada", in: deleting), Job("Dust", in: deleting))
        try deleting.save()
        try keeping.find(Member.self, "Ada").name = "Ada Lovelace"
        let dust = try here.find(Job.self, "Dust")
        try here.find(Member.self, "Ada").jobs = [dust]
        deleting.delete(try deleting.find(Member.self, "Ada"))
        try deleting.save()
        XCTAssertEqual(try here.count(for: FetchRequest<Member>()), 0)
        try keeping.save()
        XCTAssertEqual(try here.find(Member.self, "Ada Lovelace").jobs, [dust])
        try here.save()
        XCTAssertEqual(dust.assignee?.name, "Ada Lovelace")
    }

    @MainActor func testOnlyTheViewContextFollowsUnlessAsked() throws {
        let container = try makeContainer()
        let context = container.newBackgroundContext()
        XCTAssertTrue(container.viewContext.automaticallyMergesChangesFromParent)
        XCTAssertFalse(context.automaticallyMergesChangesFromParent)
        let child = ManagedObjectContext(concurrencyType: .mainQueue, parent: container.viewContext)
        XCTAssertFalse(child.automaticallyMergesChangesFromParent)
    }

    func testAContextThatFollowsTakesOverWhatOthersSavedSoonAfter() throws {
        let container = try makeContainer()
        let id = try container.addChores("Dust")[0]
        let context = container.newBackgroundContext()
        context.automaticallyMergesChangesFromParent = true
        let chore = try context.performAndWait { Unchecked(try context.existingObject(with: id)) }
        try change(id, in: container) { $0.minutes = 5 }
        context.performAndWait { XCTAssertEqual(chore.value.minutes, 5) }
        context.automaticallyMergesChangesFromParent = false
        try change(id, in: container) { $0.minutes = 6 }
        try context.performAndWait {
            XCTAssertEqual(chore.value.minutes, 5)
            _ = try context.fetch(FetchRequest<Chore>())
            XCTAssertEqual(chore.value.minutes, 6, "a fetch brings what it finds up to date")
        }
        context.automaticallyMergesChangesFromParent = true
        try change(id, in: container) { $0.minutes = 7 }
        context.performAndWait { XCTAssertEqual(chore.value.minutes, 7) }
    }

    func testValuesDoNotChangeInsideOnePieceOfWork() throws {
        try withChore(follows: true) { chore, context, container in
            try change(chore.objectID, in: container) { $0.minutes = 5 }
            XCTAssertEqual(chore.minutes, 1)
            _ = try context.count(for: FetchRequest<Chore>())
            XCTAssertEqual(chore.minutes, 5)
        }
    }

    func testEditsAreKeptAndOtherAttributesTakenOver() throws {
        try withChore(follows: true) { chore, context, container in
            chore.notes = "Here"
            try change(chore.objectID, in: container) {
                $0.minutes = 5
                $0.notes = "There"
            }
            _ = try context.fetch(FetchRequest<Chore>())
            XCTAssertEqual(chore.notes, "Here")
            XCTAssertEqual(chore.minutes, 5)
            XCTAssertEqual(Set(chore.changedValues().keys), ["notes"])
            XCTAssertEqual(chore.committedValues()["minutes"] as? Int, 5)
            XCTAssertThrowsError(try context.save()) { error in
                XCTAssertEqual((error as? SaveError)?.conflict?.attributeNames, ["notes"])
            }
        }
    }

    func testObjectsThatOthersDeletedAreGoneUnlessTheyWereChangedHere() throws {
        let container = try makeContainer()
        let ids = try container.addChores("Dust", "Sweep")
        try container.inBackground { context in
            let chores = try ids.map { try context.existingObject(with: $0) }
            chores[1].minutes = 2
            var saved: ObjectChanges?
            try container.inBackground { other in
                let log = Unchecked(NSMutableArray())
                let cancellable = other.didSave.sink { log.value.add($0) }
                for id in ids { other.delete(try other.existingObject(with: id)) }
                try other.save()
                saved = log.value.firstObject as? ObjectChanges
                withExtendedLifetime(cancellable) {}
            }
            context.mergeChanges(from: try XCTUnwrap(saved))
            XCTAssertNil(chores[0].managedObjectContext)
            XCTAssertTrue(chores[1].isUpdated)
            XCTAssertThrowsError(try context.save())
            context.rollback()
            XCTAssertNil(chores[1].managedObjectContext, "with its edits gone there is nothing to keep")
        }
    }

    func testMergingWhatAnotherContextSaved() throws {
        try withChore { chore, context, container in
            var saved: ObjectChanges?
            let id = chore.objectID
            try container.inBackground { other in
                let log = Unchecked(NSMutableArray())
                let cancellable = other.didSave.sink { log.value.add($0) }
                try other.existingObject(with: id).minutes = 5
                try other.save()
                saved = log.value.firstObject as? ObjectChanges
                withExtendedLifetime(cancellable) {}
            }
            XCTAssertEqual(chore.minutes, 1)
            context.mergeChanges(from: try XCTUnwrap(saved))
            XCTAssertEqual(chore.minutes, 5)
            XCTAssertFalse(context.hasChanges)
        }
    }

    func testChangesOfAnotherStoreAreLeftOut() throws {
        let other = try makeContainer()
        let log = Unchecked(NSMutableArray())
        try other.inBackground { context in
            let cancellable = context.didSave.sink { log.value.add($0) }
            Chore(context: context).name = "Elsewhere"
            try context.save()
            withExtendedLifetime(cancellable) {}
        }
        try withChore { chore, context, _ in
            context.mergeChanges(from: try XCTUnwrap(log.value.firstObject as? ObjectChanges))
            XCTAssertEqual(chore.name, "Dust")
        }
    }

    func testRefreshingBringsEverythingUpToDateAndKeepsEdits() throws {
        let container = try makeContainer()
        let ids = try container.addChores("Dust", "Sweep", "Wash")
        try container.inBackground { context in
            let chores = try ids.map { try context.existingObject(with: $0) }
            chores[1].notes = "Here"
            try container.inBackground { other in
                for id in ids.prefix(2) { try other.existingObject(with: id).minutes = 5 }
                other.delete(try other.existingObject(with: ids[2]))
                try other.save()
            }
            context.refreshAllObjects()
            XCTAssertEqual(chores.prefix(2).map(\.minutes), [5, 5])
            XCTAssertEqual(chores[1].notes, "Here")
            XCTAssertNil(chores[2].managedObjectContext)
        }
    }

    func testAResetForgetsEverything() throws {
        let container = try makeContainer()
        let id = try container.addChores("Dust")[0]
        try container.inBackground { context in
            let old = try context.existingObject(with: id)
            old.minutes = 9
            let new = Chore(context: context)
            context.reset()
            XCTAssertFalse(context.hasChanges)
            XCTAssertEqual(context.registeredObjects, [])
            XCTAssertNil(old.managedObjectContext)
            XCTAssertNil(new.managedObjectContext)
            XCTAssertNil(context.registeredObject(for: id))
            let again = try context.existingObject(with: id)
            XCTAssertNotEqual(again, old)
            XCTAssertEqual(again.minutes, 1)
            try context.save()
            XCTAssertEqual(try context.count(for: FetchRequest<Chore>()), 1)
        }
    }

    func testAChildThatFollowsHearsOfItsParentsSavesAndOfWhatThatMerges() throws {
        let container = try makeContainer()
        let id = try container.addChores("Dust")[0]
        let parent = container.newBackgroundContext()
        parent.automaticallyMergesChangesFromParent = true
        let child = ManagedObjectContext(concurrencyType: .privateQueue, parent: parent)
        child.automaticallyMergesChangesFromParent = true
        let sibling = ManagedObjectContext(concurrencyType: .privateQueue, parent: parent)
        let held = try child.performAndWait { Unchecked(try child.existingObject(with: id)) }

        try sibling.performAndWait {
            try sibling.existingObject(with: id).minutes = 2
            try sibling.save()
        }
        settle(parent, child)
        child.performAndWait { XCTAssertEqual(held.value.minutes, 2, "a sibling's save") }

        try parent.performAndWait {
            try parent.existingObject(with: id).minutes = 3
            try parent.save()
        }
        settle(parent, child)
        child.performAndWait { XCTAssertEqual(held.value.minutes, 3, "the parent's save") }

        try change(id, in: container) { $0.minutes = 4 }
        settle(parent, child)
        child.performAndWait {
            XCTAssertEqual(held.value.minutes, 4, "another's save")
            held.value.minutes = 5
        }
        try change(id, in: container) { $0.notes = "There" }
        settle(parent, child)
        child.performAndWait {
            XCTAssertEqual(held.value.minutes, 5)
            XCTAssertEqual(held.value.notes, "There")
        }
    }

    /// Lets hops between a parent's queue and a child's arrive.
    private func settle(_ parent: ManagedObjectContext, _ child: ManagedObjectContext) {
        for _ in 0..<3 {
            parent.performAndWait {}
            child.performAndWait {}
        }
    }

    @MainActor func testAChildOfTheViewContextHearsWithoutAnyoneWaiting() async throws {
        let container = try makeContainer()
        let id = try container.addChores("Dust")[0]
        let view = container.viewContext
        let form = ManagedObjectContext(concurrencyType: .mainQueue, parent: view)
        form.automaticallyMergesChangesFromParent = true
        let draft = try form.existingObject(with: id)
        try await container.save { try $0.existingObject(with: id).minutes = 4 }.value
        XCTAssertEqual(try form.fetch(FetchRequest<Chore>()).map(\.minutes), [4])
        XCTAssertEqual(draft.minutes, 4)
    }
}
