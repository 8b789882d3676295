import Foundation
import SignalsStore
import XCTest

private final class Leash: ManagedObject {
    @Relationship(.required) var dog: Dog?
}

private final class Dog: ManagedObject, Named {
    @Attribute var name = ""
}

/// References without an inverse, of objects that nobody has read, when what they refer to is deleted.
final class OneWayReferenceTests: XCTestCase {
    private func makeKitchen() throws -> PersistentContainer {
        let container = try makeContainer(makeHousehold())
        try container.inBackground { context in
            Job("cook", in: context).room = Room("kitchen", in: context)
            Job("sleep", in: context).room = Room("bedroom", in: context)
            try context.save()
        }
        return container
    }

    private let withoutRoom = FetchRequest<Job>(predicate: #Predicate { $0.room == nil })

    func testADeletionEmptiesReferencesThatWereNotRead() throws {
        let container = try makeKitchen()
        try container.inBackground { [withoutRoom] context in
            context.delete(try context.find(Room.self, "kitchen"))
            XCTAssertEqual(try context.fetch(withoutRoom).names, ["cook"])
            let job = try context.find(Job.self, "cook")
            XCTAssertNil(job.room)
            XCTAssertEqual(context.updatedObjects, [job])
            try context.save()
            XCTAssertFalse(context.hasChanges)
            XCTAssertNil(job.room)
            XCTAssertEqual(try context.find(Job.self, "sleep").room?.name, "bedroom")
        }
        XCTAssertEqual(try container.inBackground { [withoutRoom] in try $0.fetch(withoutRoom).names }, ["cook"])
    }

    func testUndoAndRollbackOfADeletionFillReferencesThatWereNotRead() throws {
        let container = try makeKitchen()
        try container.inBackground { context in
            context.isUndoEnabled = true
            let room: Room = try context.find("kitchen")
            for takeBack in [context.undo, context.rollback] {
                context.delete(room)
                let job = try context.find(Job.self, "cook")
                XCTAssertNil(job.room)
                takeBack()
                XCTAssertEqual(job.room, room)
                XCTAssertFalse(context.hasChanges)
            }
        }
    }

    func testAChildsDeletionEmptiesReferencesThatItsParentsHaveNotRead() throws {
        let container = try makeKitchen()
        let parent = container.newBackgroundContext()
        let middle = ManagedObjectContext(concurrencyType: .privateQueue, parent: parent)
        let child = ManagedObjectContext(concurrencyType: .privateQueue, parent: middle)
        try child.performAndWait {
            child.delete(try child.find(Room.self, "kitchen"))
            XCTAssertEqual(try child.fetch(withoutRoom).names, ["cook"])
            try child.save()
            XCTAssertFalse(child.hasChanges)
        }
        for context in [middle, parent] {
            try context.performAndWait {
                XCTAssertEqual(try context.fetch(withoutRoom).names, ["cook"])
                XCTAssertNil(try context.find(Job.self, "cook").room)
                try context.save()
            }
        }
        XCTAssertEqual(try container.inBackground { [withoutRoom] in try $0.fetch(withoutRoom).names }, ["cook"])
    }

    func testAChildsDeletionSparesAReferenceThatItsParentChanged() throws {
        let container = try makeKitchen()
        let parent = container.newBackgroundContext()
        let child = ManagedObjectContext(concurrencyType: .privateQueue, parent: parent)
        try parent.performAndWait {
            let (cook, sleep) = (try parent.find(Job.self, "cook"), try parent.find(Job.self, "sleep"))
            cook.room = sleep.room
            sleep.room = try parent.find(Room.self, "kitchen")
            try child.performAndWait {
                child.delete(try child.find(Room.self, "kitchen"))
                XCTAssertEqual(try child.fetch(withoutRoom).names, ["sleep"])
                XCTAssertEqual(child.updatedObjects.count, 1)
                try child.save()
            }
            XCTAssertEqual(cook.room?.name, "bedroom")
            XCTAssertNil(sleep.room)
        }
    }

    func testAChildsDeletionOfWhatARequiredReferenceThatWasNotReadNeedsFails() throws {
        let container = try makeContainer(ManagedObjectModel(Leash.self, Dog.self))
        try container.inBackground { context in
            Leash(context: context).dog = Dog("Rex", in: context)
            try context.save()
        }
        let parent = container.newBackgroundContext()
        let child = ManagedObjectContext(concurrencyType: .privateQueue, parent: parent)
        try child.performAndWait {
            child.delete(try child.find(Dog.self, "Rex"))
            XCTAssertThrowsError(try child.save()) { error in
                let error = error as? SaveError
                XCTAssertEqual(error.map { "\($0.reason)" }, "relationshipMissing")
                XCTAssertEqual(error?.attributeName, "dog")
            }
        }
        XCTAssertFalse(parent.performAndWait { parent.hasChanges })
    }

    func testAParentRefusesWhatARequiredReferenceThatItHasNotReadNeeds() throws {
        let container = try makeContainer(ManagedObjectModel(Leash.self, Dog.self))
        let rex = try container.inBackground { context in
            let rex = Dog("Rex", in: context)
            try context.save()
            return rex.objectID
        }
        let parent = container.newBackgroundContext()
        let child = ManagedObjectContext(concurrencyType: .privateQueue, parent: parent)
        try child.performAndWait { child.delete(try child.existingObject(with: rex)) }
        try container.inBackground { context in
            Leash(context: context).dog = try context.existingObject(with: rex)
            try context.save()
        }
        try child.performAndWait {
            XCTAssertThrowsError(try child.save()) { error in
                XCTAssertEqual((error as? SaveError).map { "\($0.reason)" }, "relationshipMissing")
            }
        }
        XCTAssertFalse(parent.performAndWait { parent.hasChanges })
    }
}
