import Foundation
import SignalsStore
import XCTest

/// References whose own rule deletes what they refer to.
final class OwnedReferenceTests: XCTestCase {
    private let model = ManagedObjectModel(Truck.self, Motor.self)

    private func motors(_ container: PersistentContainer) throws -> Int {
        try container.inBackground { try $0.count(for: FetchRequest<Motor>()) }
    }

    func testADeletionThatWinsTakesWhatOthersGaveTheObjectMeanwhile() throws {
        for policy in [MergePolicy.mergeByPropertyObjectTrump, .overwrite] {
            let container = try makeContainer(model)
            try container.inBackground { context in
                context.mergePolicy = policy
                let (truck, motor) = (Truck(context: context), Motor(context: context))
                try context.save()
                context.delete(truck)
                try container.inBackground { other in
                    try other.existingObject(with: truck.objectID).motor = other.existingObject(with: motor.objectID)
                    try other.save()
                }
                try context.save()
            }
            XCTAssertEqual(try motors(container), 0, "\(policy)")
        }
    }

    /// The assignment wins over the others', and what it replaced is not the object's to delete.
    func testWhatOthersGaveAnObjectStaysThatWasGivenAnotherHereBeforeItsDeletion() throws {
        for policy in [MergePolicy.mergeByPropertyObjectTrump, .overwrite] {
            let container = try makeContainer(model)
            try container.inBackground { context in
                context.mergePolicy = policy
                let (truck, own, others) = (Truck(context: context), Motor(context: context), Motor(context: context))
                try context.save()
                truck.motor = own
                context.delete(truck)
                try container.inBackground { other in
                    try other.existingObject(with: truck.objectID).motor = other.existingObject(with: others.objectID)
                    try other.save()
                }
                try context.save()
                XCTAssertEqual(try context.fetch(FetchRequest<Motor>()), [others], "\(policy)")
            }
        }
    }

    func testWhatAParentGaveAnObjectStaysThatAChildGaveAnotherBeforeItsDeletion() throws {
        for savesThrough in [true, false] {
            let container = try makeContainer(model)
            let parent = container.newBackgroundContext()
            try parent.performAndWait {
                let (truck, own, others) = (Truck(context: parent), Motor(context: parent), Motor(context: parent))
                try parent.save()
                let child = ManagedObjectContext(concurrencyType: .privateQueue, parent: parent)
                child.mergePolicy = .mergeByPropertyObjectTrump
                try child.performAndWait {
                    let copy = try child.existingObject(with: truck.objectID)
                    copy.motor = try child.existingObject(with: own.objectID)
                    child.delete(copy)
                }
                truck.motor = others
                try parent.save()
                try child.performAndWait { try savesThrough ? child.saveThroughParent() : child.save() }
                try parent.save()
                XCTAssertEqual(
                    try parent.fetch(FetchRequest<Motor>()), [others], "through its parent: \(savesThrough)")
            }
        }
    }

    func testWhatAPolicyKeepsStaysThatWasGivenAnObjectBeforeItsDeletion() throws {
        for way in ["in the store", "in a child", "through a parent"] {
            let container = try makeContainer(model)
            let parent = container.newBackgroundContext()
            try parent.performAndWait {
                let (truck, motor) = (Truck(context: parent), Motor(context: parent))
                try parent.save()
                let context =
                    way == "in the store"
                    ? container.newBackgroundContext()
                    : ManagedObjectContext(concurrencyType: .privateQueue, parent: parent)
                context.mergePolicy = .mergeByPropertyStoreTrump
                try context.performAndWait {
                    let copy = try context.existingObject(with: truck.objectID)
                    copy.motor = try context.existingObject(with: motor.objectID)
                    context.delete(copy)
                }
                motor.power = 7
                try parent.save()
                try context.performAndWait {
                    if way == "through a parent" { try context.saveThroughParent() } else { try context.save() }
                }
                try parent.save()
            }
            XCTAssertEqual(try motors(container), 1, way)
            let trucks = try container.inBackground { try $0.count(for: FetchRequest<Truck>()) }
            XCTAssertEqual(trucks, 0, way)
        }
    }

    func testWhatOthersTookFromTheObjectMeanwhileStaysWhereItsDeletionWasTakenBack() throws {
        for policy in [MergePolicy.mergeByPropertyObjectTrump, .overwrite] {
            let container = try makeContainer(model)
            try container.inBackground { context in
                context.mergePolicy = policy
                let (truck, motor) = (Truck(context: context), Motor(context: context))
                truck.motor = motor
                try context.save()
                context.delete(truck)
                try container.inBackground { other in
                    try other.existingObject(with: truck.objectID).motor = nil
                    try other.save()
                }
                context.refresh(motor, mergeChanges: false)
                try context.save()
            }
            XCTAssertEqual(try motors(container), 1, "\(policy)")
        }
    }

    func testAChildsDeletionTakesWhatItsParentGaveTheObjectMeanwhile() throws {
        for savesThrough in [true, false] {
            let container = try makeContainer(model)
            let parent = container.newBackgroundContext()
            try parent.performAndWait {
                let (truck, motor) = (Truck(context: parent), Motor(context: parent))
                try parent.save()
                let child = ManagedObjectContext(concurrencyType: .privateQueue, parent: parent)
                child.mergePolicy = .mergeByPropertyObjectTrump
                try child.performAndWait { child.delete(try child.existingObject(with: truck.objectID)) }
                truck.motor = motor
                try parent.save()
                try child.performAndWait { try savesThrough ? child.saveThroughParent() : child.save() }
                try parent.save()
            }
            XCTAssertEqual(try motors(container), 0, "through its parent: \(savesThrough)")
        }
    }

    func testARefreshDoesNotKeepWhatADeletionThatStandsTakesWithIt() throws {
        for isRelatedBefore in [true, false] {
            let container = try makeContainer(model)
            let parent = container.newBackgroundContext()
            try parent.performAndWait {
                let (truck, motor) = (Truck(context: parent), Motor(context: parent))
                if isRelatedBefore { truck.motor = motor }
                try parent.save()
                truck.motor = motor
                parent.delete(truck)
                parent.refresh(motor, mergeChanges: false)
                XCTAssertFalse(motor.isDeleted)
                try parent.save()
            }
            XCTAssertEqual(try motors(container), 0, "related before: \(isRelatedBefore)")
        }
    }

    func testARefreshInAChildDoesNotKeepWhatADeletionThatStandsTakesWithIt() throws {
        let parent = try makeContainer(model).newBackgroundContext()
        let child = ManagedObjectContext(concurrencyType: .privateQueue, parent: parent)
        try parent.performAndWait {
            let (truck, motor) = (Truck(context: parent), Motor(context: parent))
            try child.performAndWait {
                let (copy, owned) = (child.object(with: truck.objectID), child.object(with: motor.objectID))
                copy.motor = owned
                child.delete(copy)
                child.refresh(owned, mergeChanges: false)
                try child.save()
            }
            XCTAssertNil(motor.managedObjectContext)
        }
    }

    func testMembersThatAChildTookOutBeforeItDeletedTheOwnerSurvive() throws {
        let container = try makeContainer(model)
        let parent = container.newBackgroundContext()
        let child = ManagedObjectContext(concurrencyType: .privateQueue, parent: parent)
        try parent.performAndWait {
            let truck = Truck(context: parent)
            truck.motor = Motor(context: parent)
            try parent.save()
            try child.performAndWait {
                let copy = try child.existingObject(with: truck.objectID)
                copy.motor = nil
                child.delete(copy)
                try child.save()
            }
            XCTAssertTrue(truck.isDeleted)
            try parent.save()
        }
        XCTAssertEqual(try motors(container), 1)
    }

    /// The program deletes the motor, which nothing else in this context concerns.
    func testADeletionLeavesTheValuesOfWhatReferredToTheObject() throws {
        let container = try makeContainer(model)
        try container.inBackground { context in
            let (truck, motor) = (Truck(context: context), Motor(context: context))
            truck.motor = motor
            try context.save()
            try container.inBackground { other in
                try other.existingObject(with: truck.objectID).wheels = 6
                try other.save()
            }
            context.delete(motor)
            XCTAssertNil(truck.motor)
            XCTAssertEqual(truck.wheels, 4, "the context does not follow")
        }
    }
}

private final class Truck: ManagedObject {
    @Attribute var wheels = 4
    @Relationship(deleteRule: .cascade) var motor: Motor?
}

private final class Motor: ManagedObject {
    @Attribute var power = 0
}
