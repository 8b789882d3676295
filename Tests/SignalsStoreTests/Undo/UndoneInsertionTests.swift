import SignalsStore
import XCTest

private final class Seat: ManagedObject {
    @Attribute(.unique) var code: Int? = nil
}

/// Refers to rooms that do not know it.
private final class RoomIndex: ManagedObject {
    @Relationship var room: Room?
    @Relationship var rooms: [Room] = []
}

final class UndoneInsertionTests: XCTestCase {
    /// What joined is let go of, and new objects are made where it was.
    func testAnInsertionIsTakenBackWhicheverObjectsJoinedOthersBefore() throws {
        let container = try makeContainer(ManagedObjectModel(Seat.self))
        let context = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
        context.mergePolicy = .mergeByPropertyObjectTrump
        for code in 0..<100 {
            for _ in 0..<2 { Seat(context: context).code = code }
            try context.save()
            context.rollback()
            let seat = Seat(context: context)
            context.undo()
            XCTAssertNil(seat.managedObjectContext, "after \(code) saves")
            XCTAssertFalse(context.hasChanges)
        }
        XCTAssertEqual(try context.count(for: FetchRequest<Seat>()), 100)
    }

    func testADeletionOfWhatJoinedIsUndoneAndRedone() throws {
        let container = try makeContainer(ManagedObjectModel(Seat.self))
        let context = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
        context.mergePolicy = .mergeByPropertyObjectTrump
        try container.inBackground { other in
            Seat(context: other).code = 1
            try other.save()
        }
        let seat = Seat(context: context)
        seat.code = 1
        try context.save()
        context.delete(seat)
        context.undo()
        XCTAssertFalse(context.hasChanges)
        context.redo()
        XCTAssertEqual(context.deletedObjects, [seat])
        context.undo()
        XCTAssertFalse(context.hasChanges)
    }

    func testARowThatAParentHasAgainIsInConflictWithTheChildsOwnOne() throws {
        let container = try makeContainer(ManagedObjectModel(Seat.self))
        for policy in [MergePolicy.error, .mergeByPropertyStoreTrump, .mergeByPropertyObjectTrump] {
            let parent = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
            let child = ManagedObjectContext(concurrencyType: .mainQueue, parent: parent)
            child.mergePolicy = policy
            let seat = Seat(context: parent)
            seat.code = 1
            let copy = child.object(with: seat.objectID)
            XCTAssertEqual(copy.code, 1)
            child.delete(copy)
            try child.save()
            child.undo()
            copy.code = 2
            parent.undo()
            XCTAssertEqual(parent.insertedObjects, [seat])
            if policy == .error {
                XCTAssertThrowsError(try child.save()) { error in
                    guard case .conflict? = (error as? SaveError)?.reason else { return XCTFail("\(error)") }
                }
                XCTAssertEqual(copy.code, 2)
            } else {
                try child.save()
            }
            XCTAssertEqual(seat.code, policy == .mergeByPropertyObjectTrump ? 2 : 1)
        }
    }

    /// Nobody sees an object that a save found gone, such as a child that reads between the save and the next merge.
    func testAnObjectWithoutChangesWhoseRowIsGoneIsGoneAfterTheSave() throws {
        let container = try makeContainer(ManagedObjectModel(Seat.self))
        let parent = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
        let child = ManagedObjectContext(concurrencyType: .mainQueue, parent: parent)
        child.automaticallyMergesChangesFromParent = true
        let (seat, other) = (Seat(context: parent), Seat(context: parent))
        try parent.save()
        let (copy, changed) = (child.object(with: seat.objectID), child.object(with: other.objectID))
        copy.code = 1
        parent.delete(seat)
        try parent.save()
        child.refreshAllObjects()
        copy.code = nil
        changed.code = 2
        XCTAssertEqual(child.updatedObjects, [copy, changed])
        try child.save()
        XCTAssertNil(copy.managedObjectContext)
    }

    func testRedoPutsMembersBackInTheOrderThatTheyHadInAListThatALaterStepTookThemFrom() throws {
        let container = try makeContainer(makeHousehold())
        let context = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
        let (first, second) = (Plan("first", in: context), Plan("second", in: context))
        let jobs = ["x", "y", "z"].map { Job($0, in: context) }
        try context.save()
        first.steps = jobs
        try context.save()
        context.undo()
        second.steps = jobs
        first.steps = [jobs[0], jobs[2], jobs[1]]
        try context.save()
        context.undo()
        context.undo()
        XCTAssertEqual(second.steps.names, [])
        context.redo()
        XCTAssertEqual(second.steps.names, ["x", "y", "z"])
        context.redo()
        XCTAssertEqual(first.steps.names, ["x", "z", "y"])
        context.undo()
        try context.save()
        context.refreshAllObjects()
        XCTAssertEqual(second.steps.names, ["x", "y", "z"])
    }

    func testANewObjectThatCameBackRefersToWhatItsParentHasAgain() throws {
        let model = ManagedObjectModel(Project.self, Duty.self, Room.self, RoomIndex.self)
        let container = try makeContainer(model)
        let parent = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
        let form = ManagedObjectContext(concurrencyType: .mainQueue, parent: parent)
        form.automaticallyMergesChangesFromParent = true
        for context in [parent, form] { context.isUndoEnabled = true }
        let (project, room) = (Project(context: parent), Room(context: parent))
        let (duty, shelf) = (Duty(context: form), RoomIndex(context: form))
        duty.project = form.object(with: project.objectID)
        (shelf.room, shelf.rooms) = (form.object(with: room.objectID), [form.object(with: room.objectID)])
        parent.undoGrouping {
            parent.delete(project)
            parent.delete(room)
        }
        func look() throws {
            form.refreshAllObjects()
            _ = (try form.fetch(FetchRequest<Project>()), try form.fetch(FetchRequest<Room>()))
        }
        try look()
        XCTAssertNil(duty.project)
        XCTAssertNil(shelf.room)
        XCTAssertEqual(shelf.rooms, [])
        form.undoGrouping {
            form.delete(duty)
            form.delete(shelf)
        }
        try look()
        form.undo()
        XCTAssertNil(duty.project)
        XCTAssertNil(shelf.room)
        XCTAssertEqual(shelf.rooms, [])
        parent.undo()
        try look()
        XCTAssertEqual(duty.project?.objectID, project.objectID)
        XCTAssertEqual(shelf.room?.objectID, room.objectID)
        XCTAssertEqual(shelf.rooms.map(\.objectID), [room.objectID])
    }
}
