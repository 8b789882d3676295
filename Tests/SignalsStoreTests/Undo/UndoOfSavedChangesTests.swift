import SignalsStore
import XCTest

private final class Collar: ManagedObject {
    @Attribute var number = 0
    @Relationship var pet: Pet?
}

private final class Pet: ManagedObject {
    @Relationship(inverse: \Collar.pet, deleteRule: .cascade) var collar: Collar?
}

/// Undo of what was saved, to a parent or to the store.
final class UndoOfSavedChangesTests: XCTestCase {
    /// The insertion is taken back, and not what was there before, whichever side related it.
    func testUndoSparesWhatAChildsNewObjectOwns() throws {
        for fromCollar in [false, true] {
            for isSaved in [false, true] {
                let container = try makeContainer(ManagedObjectModel(Collar.self, Pet.self))
                let parent = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
                let collar = Collar(context: parent)
                try parent.save()
                let child = ManagedObjectContext(concurrencyType: .mainQueue, parent: parent)
                let (pet, mine) = (Pet(context: child), try child.existingObject(with: collar.objectID))
                if fromCollar { mine.pet = pet } else { pet.collar = mine }
                try child.save()
                if isSaved { try parent.save() }
                parent.undo()
                XCTAssertFalse(collar.isDeleted)
                XCTAssertNil(collar.pet)
                XCTAssertEqual(try parent.count(for: FetchRequest<Pet>()), 0)
                parent.redo()
                XCTAssertTrue(collar.pet?.collar === collar)
                XCTAssertEqual(try parent.count(for: FetchRequest<Pet>()), 1)
                parent.undo()
                try parent.save()
                let other = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
                XCTAssertEqual(try other.count(for: FetchRequest<Collar>()), 1)
                XCTAssertEqual(try other.count(for: FetchRequest<Pet>()), 0)
            }
        }
    }

    func testUndoOfASavedReferenceIsSavedThoughARefreshMadeItsObjectAFault() throws {
        let container = try makeContainer(makeHousehold())
        let context = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
        let (ada, dust) = (Member("Ada", in: context), Job("Dust", in: context))
        try context.save()
        context.reset()
        let (owner, job) = (
            try context.existingObject(with: ada.objectID), try context.existingObject(with: dust.objectID)
        )
        context.isUndoEnabled = true
        XCTAssertEqual(owner.jobs, [])
        job.assignee = owner
        try context.save()
        context.refresh(job, mergeChanges: false)
        context.undo()
        XCTAssertNil(job.assignee)
        try context.save()
        let other = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
        XCTAssertNil(try other.existingObject(with: dust.objectID).assignee)
    }

    func testUndoOfASavedDeletionMakesLinksOfObjectsThatNobodyHadReadAgain() throws {
        let container = try makeContainer(ManagedObjectModel(Jar.self, Pebble.self))
        let other = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
        let (jar, items) = (Jar(context: other), (0..<2).map { _ in Pebble(context: other) })
        jar.pebbles = Set(items)
        jar.order = items
        try other.save()
        let context = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
        context.isUndoEnabled = true
        context.delete(try context.existingObject(with: items[0].objectID))
        try context.save()
        context.undo()
        let mine = try context.existingObject(with: jar.objectID)
        XCTAssertEqual(mine.pebbles.count, 2)
        XCTAssertEqual(Set(mine.order.map(\.objectID)), Set(items.map(\.objectID)))
        try context.save()
        let third = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
        XCTAssertEqual(try third.existingObject(with: jar.objectID).pebbles.count, 2)
        XCTAssertEqual(try third.existingObject(with: jar.objectID).order.count, 2)
    }

    /// Under deny it could not have been saved with the link.
    func testUndoOfASavedDeletionDoesNotMakeLinksThatOthersHadEndedBefore() throws {
        let container = try makeContainer(ManagedObjectModel(Gate.self, Key.self))
        let other = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
        let (gate, key) = (Gate(context: other), Key(context: other))
        gate.keys = [key]
        try other.save()
        let context = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
        context.automaticallyMergesChangesFromParent = true
        let mine = try context.existingObject(with: gate.objectID)
        XCTAssertEqual(mine.keys.count, 1)
        context.delete(mine)
        gate.keys = []
        try other.save()
        try context.save()
        context.undo()
        XCTAssertEqual(mine.keys, [])
        try context.save()
        other.reset()
        XCTAssertEqual(try other.existingObject(with: key.objectID).gates, [])
    }

    func testALinkToWhatWasDeletedUnderDenyIsUndone() throws {
        let container = try makeContainer(ManagedObjectModel(Gate.self, Key.self))
        let context = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
        let (gate, old, new) = (Gate(context: context), Key(context: context), Key(context: context))
        gate.keys = [old]
        try context.save()
        context.refreshAllObjects()
        context.undoGrouping {
            new.gates.insert(gate)
            context.delete(old)
            context.delete(gate)
        }
        context.refreshAllObjects()
        XCTAssertEqual(new.gates, [])
        context.undo()
        XCTAssertEqual(new.gates, [])
        XCTAssertEqual(gate.keys, [old])
        XCTAssertFalse(context.hasChanges)
    }

    /// Behind what others put before it, as they see the list.
    func testAnUndoneDeletionIsWhereItIsStoredInAListThatOthersChanged() throws {
        let container = try makeContainer(makeHousehold())
        let other = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
        let (plan, jobs) = (Plan("plan", in: other), ["first", "second"].map { Job($0, in: other) })
        plan.steps = [jobs[1]]
        try other.save()
        let context = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
        context.automaticallyMergesChangesFromParent = true
        let mine: Plan = try context.find("plan")
        XCTAssertEqual(mine.steps.names, ["second"])
        let job = mine.steps[0]
        context.delete(job)
        plan.steps = jobs
        try other.save()
        _ = try context.count(for: FetchRequest<Plan>())
        XCTAssertEqual(mine.steps.names, ["first"])
        context.undo()
        XCTAssertEqual(mine.steps.names, ["first", "second"])
        XCTAssertFalse(context.hasChanges)
        context.redo()
        XCTAssertEqual(mine.steps.names, ["first"])
        context.undo()
        XCTAssertEqual(mine.steps.names, ["first", "second"])
    }

    func testUndoneDeletionsOfBothEndsHaveTheLinkThatOthersMadeMeanwhile() throws {
        let container = try makeContainer(ManagedObjectModel(Gate.self, Key.self))
        let other = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
        let (gate, key) = (Gate(context: other), Key(context: other))
        try other.save()
        let context = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
        context.automaticallyMergesChangesFromParent = true
        let (mine, its) = (
            try context.existingObject(with: gate.objectID), try context.existingObject(with: key.objectID)
        )
        context.undoGrouping { for object in [mine, its] as [ManagedObject] { context.delete(object) } }
        gate.keys = [key]
        try other.save()
        _ = try context.count(for: FetchRequest<Gate>())
        // Read while both are to be deleted.
        XCTAssertEqual(mine.keys, [])
        XCTAssertEqual(its.gates, [])
        context.undo()
        XCTAssertEqual(mine.keys, [its])
        XCTAssertEqual(its.gates, [mine])
    }

    func testUndoOfADeletionLinksWhatItWasInAgainHoweverThatWasRead() throws {
        for reading in ["not at all", "as a fault", "with its members"] {
            let container = try makeContainer(ManagedObjectModel(Jar.self, Pebble.self))
            let other = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
            let (jar, pebble) = (Jar(context: other), Pebble(context: other))
            (jar.pebbles, jar.order) = ([pebble], [pebble])
            try other.save()
            let context = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
            context.isUndoEnabled = true
            var held: Jar?
            if reading != "not at all" {
                held = try context.existingObject(with: jar.objectID)
                XCTAssertEqual(held?.pebbles.count, 1)
            }
            if reading == "as a fault", let held { context.refresh(held, mergeChanges: false) }
            context.delete(try context.existingObject(with: pebble.objectID))
            try context.save()
            context.undo()
            let again = try context.existingObject(with: jar.objectID)
            XCTAssertEqual(again.pebbles.count, 1, reading)
            XCTAssertEqual(again.order.count, 1, reading)
            try context.save()
            let fresh = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
            XCTAssertEqual(try fresh.existingObject(with: jar.objectID).pebbles.count, 1, reading)
            XCTAssertEqual(try fresh.existingObject(with: jar.objectID).order.count, 1, reading)
        }
    }
}

private final class Gate: ManagedObject {
    @Relationship(deleteRule: .deny) var keys: Set<Key> = []
}

private final class Key: ManagedObject {
    @Relationship(inverse: \Gate.keys) var gates: Set<Gate> = []
}

private final class Pebble: ManagedObject {
    @Attribute var number = 0
}

private final class Jar: ManagedObject {
    @Relationship var pebbles: Set<Pebble> = []
    @Relationship var order: [Pebble] = []
}
