import Foundation
import SignalsStore
import XCTest

final class UndoTests: XCTestCase {
    private func withContext(_ body: (ManagedObjectContext, PersistentContainer) throws -> Void) throws {
        let container = try makeContainer()
        try container.addChores("Dust")
        let context = container.newBackgroundContext()
        try context.performAndWait {
            context.isUndoEnabled = true
            try body(context, container)
        }
    }

    private func dust(_ context: ManagedObjectContext) throws -> Chore {
        try XCTUnwrap(try context.fetch(FetchRequest<Chore>()).first)
    }

    func testEachAssignmentIsAStep() throws {
        try withContext { context, _ in
            let chore = try dust(context)
            chore.minutes = 2
            chore.minutes = 3
            chore.notes = "Soon"
            context.undo()
            XCTAssertEqual(chore.notes, nil)
            XCTAssertEqual(chore.minutes, 3)
            context.undo()
            XCTAssertEqual(chore.minutes, 2)
            XCTAssertTrue(context.canUndo)
            context.undo()
            XCTAssertEqual(chore.minutes, 1)
            XCTAssertFalse(context.canUndo)
            context.redo()
            context.redo()
            XCTAssertEqual(chore.minutes, 3)
            context.redo()
            XCTAssertEqual(chore.notes, "Soon")
            XCTAssertFalse(context.canRedo)
        }
    }

    func testAnObjectWhoseChangesAreAllUndoneHasNone() throws {
        try withContext { context, _ in
            let chore = try dust(context)
            chore.minutes = 2
            chore.notes = "Soon"
            context.undo()
            XCTAssertTrue(chore.hasChanges)
            context.undo()
            XCTAssertFalse(chore.hasChanges)
            XCTAssertFalse(context.hasChanges)
        }
    }

    func testANewChangeEndsWhatCouldBeRedone() throws {
        try withContext { context, _ in
            let chore = try dust(context)
            chore.minutes = 2
            context.undo()
            chore.minutes = 3
            XCTAssertFalse(context.canRedo)
            context.redo()
            XCTAssertEqual(chore.minutes, 3)
        }
    }

    func testAGroupIsOneStep() throws {
        try withContext { context, _ in
            let chore = try dust(context)
            context.undoGrouping {
                chore.minutes = 2
                context.beginUndoGrouping()
                chore.notes = "Soon"
                context.endUndoGrouping()
                Chore(context: context).name = "Wash"
            }
            chore.isDone = true
            context.undo()
            context.undo()
            XCTAssertFalse(context.hasChanges)
            XCTAssertFalse(context.canUndo)
            context.redo()
            XCTAssertEqual(chore.notes, "Soon")
            XCTAssertEqual(try context.count(for: FetchRequest<Chore>()), 2)
            XCTAssertFalse(chore.isDone)
        }
    }

    func testAnEmptyGroupIsNoStep() throws {
        try withContext { context, _ in
            try dust(context).minutes = 2
            context.undoGrouping {}
            context.undo()
            XCTAssertFalse(context.canUndo)
        }
    }

    func testAnInsertionIsUndoneAndRedoneWithItsValues() throws {
        try withContext { context, _ in
            let chore = Chore(context: context)
            chore.name = "Wash"
            let id = chore.objectID
            context.undo()
            XCTAssertEqual(chore.name, "")
            context.undo()
            XCTAssertNil(chore.managedObjectContext)
            XCTAssertFalse(context.hasChanges)
            context.redo()
            context.redo()
            XCTAssertTrue(try context.existingObject(with: id) === chore)
            XCTAssertEqual(chore.name, "Wash")
            XCTAssertTrue(chore.isInserted)
            try context.save()
        }
    }

    func testADeletionIsUndoneWithTheChangesBeforeIt() throws {
        try withContext { context, _ in
            let chore = try dust(context)
            chore.minutes = 2
            context.delete(chore)
            context.undo()
            XCTAssertTrue(chore.isUpdated)
            XCTAssertEqual(chore.minutes, 2)
            context.redo()
            XCTAssertTrue(chore.isDeleted)
            context.undo()
            context.undo()
            XCTAssertFalse(chore.hasChanges)
        }
    }

    func testTheDeletionOfANewObjectIsUndone() throws {
        try withContext { context, _ in
            let chore = Chore(context: context)
            chore.name = "Wash"
            context.delete(chore)
            XCTAssertFalse(context.hasChanges)
            context.undo()
            XCTAssertTrue(chore.isInserted)
            XCTAssertEqual(try context.fetch(FetchRequest<Chore>()).count, 2)
        }
    }

    func testSavedChangesCanBeUndone() throws {
        try withContext { context, container in
            let chore = try dust(context)
            chore.minutes = 2
            let wash = Chore(context: context)
            context.undoGrouping {
                wash.name = "Wash"
                wash.notes = "Blue"
            }
            try context.save()
            context.delete(chore)
            try context.save()
            XCTAssertEqual(try container.choreNames(), ["Wash"])
            context.undo()
            XCTAssertTrue(chore.isInserted)
            XCTAssertEqual(chore.minutes, 2)
            try context.save()
            XCTAssertEqual(try container.choreNames(), ["Dust", "Wash"])
            context.undo()
            context.undo()
            context.undo()
            XCTAssertTrue(wash.isDeleted)
            try context.save()
            XCTAssertEqual(try container.choreNames(), ["Dust"])
            XCTAssertEqual(try container.inBackground { try $0.existingObject(with: chore.objectID).minutes }, 1)
            context.redo()
            context.redo()
            context.redo()
            try context.save()
            XCTAssertEqual(try container.choreNames(), ["Dust", "Wash"])
        }
    }

    func testAContextThatFollowsSeesARowThatUndoBroughtBack() throws {
        try withContext { context, container in
            let other = container.newBackgroundContext()
            other.automaticallyMergesChangesFromParent = true
            let chore = try dust(context)
            chore.minutes = 2
            try context.save()
            let held = try other.performAndWait { Unchecked(try other.existingObject(with: chore.objectID)) }
            context.delete(chore)
            try context.save()
            context.undo()
            chore.minutes = 8
            try context.save()
            try other.performAndWait {
                XCTAssertEqual(try other.fetch(FetchRequest<Chore>()).map(\.minutes), [8])
                withExtendedLifetime(held) {}
            }
        }
    }

    func testNoMoreLevelsThanAllowed() throws {
        try withContext { context, _ in
            let chore = try dust(context)
            XCTAssertEqual(context.levelsOfUndo, 1000)
            context.levelsOfUndo = 3
            for minutes in 2...100 { chore.minutes = minutes }
            for _ in 0..<10 { context.undo() }
            XCTAssertEqual(chore.minutes, 97)
            for _ in 0..<10 { context.redo() }
            XCTAssertEqual(chore.minutes, 100)
            context.levelsOfUndo = 1
            context.undo()
            XCTAssertFalse(context.canUndo)
            XCTAssertEqual(chore.minutes, 99)
        }
    }

    func testARollbackAndAResetLeaveNothingToUndo() throws {
        try withContext { context, _ in
            try dust(context).minutes = 2
            context.undo()
            context.rollback()
            XCTAssertFalse(context.canRedo)
            try dust(context).minutes = 2
            context.reset()
            XCTAssertFalse(context.canUndo)
            context.undo()
            XCTAssertFalse(context.hasChanges)
        }
    }

    func testUndoKeepsAConflictThatAMergeFound() throws {
        try withContext { context, container in
            let chore = try dust(context)
            chore.minutes = 2
            try container.inBackground { other in
                try other.existingObject(with: chore.objectID).minutes = 50
                try other.save()
            }
            XCTAssertEqual(try context.fetch(FetchRequest<Chore>()).map(\.minutes), [2])
            context.undo()
            XCTAssertFalse(chore.hasChanges)
            XCTAssertEqual(try context.fetch(FetchRequest<Chore>()).map(\.minutes), [50])
            context.redo()
            XCTAssertEqual(chore.minutes, 2)
            try context.save()
        }
    }

    func testABackgroundContextKeepsNoStepsUnlessAsked() throws {
        let container = try makeContainer()
        try container.inBackground { context in
            XCTAssertFalse(context.isUndoEnabled)
            Chore(context: context).name = "Wash"
            XCTAssertFalse(context.canUndo)
            context.undo()
            XCTAssertTrue(context.hasChanges)
            context.isUndoEnabled = true
            XCTAssertFalse(context.canUndo)
        }
    }

    @MainActor func testAContextOfTheMainQueueCanUndoFromTheStart() throws {
        let container = try makeContainer()
        let context = ManagedObjectContext(concurrencyType: .mainQueue, parent: container.viewContext)
        let chore = Chore(context: context)
        XCTAssertTrue(context.isUndoEnabled)
        chore.name = "Wash"
        chore.name = "Wash up"
        context.undo()
        XCTAssertEqual(chore.name, "Wash")
    }

    @MainActor func testAViewContextRecordsNothingUntilItIsAsked() throws {
        let context = try makeContainer().viewContext
        let chore = Chore(context: context)
        chore.name = "Wash"
        XCTAssertFalse(context.canUndo)
        context.isUndoEnabled = true
        chore.name = "Wash up"
        context.undo()
        XCTAssertEqual(chore.name, "Wash")
    }

    func testAssignmentsBeforeUndoWasTurnedOnAreKept() throws {
        let container = try makeContainer()
        try container.addChores("Dust")
        try container.inBackground { context in
            let chore = try dust(context)
            chore.minutes = 2
            context.isUndoEnabled = true
            chore.minutes = 3
            context.undo()
            XCTAssertEqual(chore.minutes, 2)
            XCTAssertTrue(chore.hasChanges)
            context.isUndoEnabled = false
            chore.minutes = 4
            context.rollback()
            XCTAssertEqual(chore.minutes, 1)
        }
    }

    func testEachTypeOfValueComesBack() throws {
        let container = try makeContainer(ManagedObjectModel(Everything.self))
        try container.inBackground { context in
            context.isUndoEnabled = true
            let thing = Everything(context: context)
            context.undoGrouping {
                thing.optionalInt = 1
                thing.optionalString = "a"
                thing.optionalAddress = Address(street: "b", number: 2)
                thing.tags = ["c"]
                thing.date = .distantPast
                thing.float = .nan
                thing.frequency = .months
            }
            context.undo()
            XCTAssertNil(thing.optionalInt)
            XCTAssertNil(thing.optionalString)
            XCTAssertNil(thing.optionalAddress)
            XCTAssertEqual(thing.tags, [])
            XCTAssertEqual(thing.float, 0)
            XCTAssertEqual(thing.frequency, .weeks)
            context.redo()
            XCTAssertEqual(thing.optionalInt, 1)
            XCTAssertEqual(thing.optionalString, "a")
            XCTAssertEqual(thing.optionalAddress?.number, 2)
            XCTAssertTrue(thing.float.isNaN)
        }
    }
}
