import Foundation
import XCTest

@testable import SignalsStore

final class SavingThroughTests: XCTestCase {
    private func makeFamily() throws -> Family {
        let container = try makeContainer()
        let ids = try container.addChores("Dust", "Sweep")
        let parent = container.newBackgroundContext()
        return Family(
            container: container, parent: parent,
            unit: ManagedObjectContext(concurrencyType: .privateQueue, parent: parent), dust: ids[0], sweep: ids[1])
    }

    private struct Family {
        let container: PersistentContainer
        let parent: ManagedObjectContext
        let unit: ManagedObjectContext
        let dust: ManagedObjectID<Chore>
        let sweep: ManagedObjectID<Chore>

        func inParent<Output: Sendable>(_ body: (ManagedObjectContext) throws -> Output) throws -> Output {
            try parent.performAndWait { try body(parent) }
        }

        func inUnit<Output: Sendable>(_ body: (ManagedObjectContext) throws -> Output) throws -> Output {
            try unit.performAndWait { try body(unit) }
        }

        func stored<Value: Sendable>(_ id: ManagedObjectID<Chore>, _ body: (Chore) -> Value) throws -> Value {
            try container.inBackground { body(try $0.existingObject(with: id)) }
        }
    }

    func testOnlyTheUnitsChangesReachTheStore() throws {
        let family = try makeFamily()
        try family.inParent { parent in
            try parent.existingObject(with: family.sweep).name = "Pending"
            try parent.existingObject(with: family.dust).minutes = 30
            Chore(context: parent).name = "New in the parent"
        }
        try family.inUnit { unit in
            try unit.existingObject(with: family.dust).name = "By the unit"
            Chore(context: unit).name = "Made by the unit"
            try unit.saveThroughParent()
            XCTAssertFalse(unit.hasChanges)
        }
        XCTAssertEqual(try family.container.choreNames(), ["By the unit", "Made by the unit", "Sweep"])
        XCTAssertEqual(try family.stored(family.dust, \.minutes), 1)
        try family.inParent { parent in
            let dust = try parent.existingObject(with: family.dust)
            XCTAssertEqual(dust.name, "By the unit")
            XCTAssertEqual(dust.minutes, 30)
            XCTAssertEqual(Set(dust.changedValues().keys), ["minutes"])
            XCTAssertEqual(parent.insertedObjects.count, 1)
            XCTAssertEqual(parent.updatedObjects.count, 2)
            try parent.save()
        }
        XCTAssertEqual(
            try family.container.choreNames(), ["By the unit", "Made by the unit", "New in the parent", "Pending"])
        XCTAssertEqual(try family.stored(family.dust, \.minutes), 30)
    }

    func testAValueOfTheUnitTakesThePlaceOfAPendingOne() throws {
        let family = try makeFamily()
        try family.inParent { try $0.existingObject(with: family.dust).minutes = 30 }
        try family.inUnit { unit in
            let dust = try unit.existingObject(with: family.dust)
            XCTAssertEqual(dust.minutes, 30)
            dust.minutes += 1
            try unit.saveThroughParent()
        }
        XCTAssertEqual(try family.stored(family.dust, \.minutes), 31)
        try family.inParent { parent in
            XCTAssertFalse(parent.hasChanges)
            let dust = try parent.existingObject(with: family.dust)
            XCTAssertEqual(dust.minutes, 31)
            dust.minutes = 32
            try parent.save()
        }
        XCTAssertEqual(try family.stored(family.dust, \.minutes), 32)
    }

    func testADeletionOfTheUnitIsOneInTheStoreAndEndsWhatIsPending() throws {
        let family = try makeFamily()
        try family.inParent { try $0.existingObject(with: family.dust).minutes = 30 }
        try family.inUnit { unit in
            unit.delete(try unit.existingObject(with: family.dust))
            try unit.saveThroughParent()
        }
        XCTAssertEqual(try family.container.choreNames(), ["Sweep"])
        try family.inParent { parent in
            XCTAssertFalse(parent.hasChanges)
            XCTAssertEqual(try parent.fetch(FetchRequest<Chore>()).map(\.name), ["Sweep"])
        }
    }

    func testWhenTheStoreRefusesTheParentIsAsItWas() throws {
        let family = try makeFamily()
        try family.inParent { try $0.existingObject(with: family.dust).minutes = 30 }
        try family.inUnit { unit in
            try unit.existingObject(with: family.dust).name = "Sweep"
            unit.delete(Chore(context: unit))
            XCTAssertThrowsError(try unit.passThroughParent()) { error in
                guard case .parent(let reason)? = error as? SaveThroughError, case .valueTaken = reason.reason else {
                    return XCTFail("\(error)")
                }
            }
            XCTAssertTrue(unit.hasChanges)
        }
        try family.inParent { parent in
            let dust = try parent.existingObject(with: family.dust)
            XCTAssertEqual(dust.name, "Dust")
            XCTAssertEqual(Set(dust.changedValues().keys), ["minutes"])
        }
        XCTAssertEqual(try family.container.choreNames(), ["Dust", "Sweep"])
    }

    func testAConflictWithTheParentIsTheUnitsOwnFailure() throws {
        let family = try makeFamily()
        try family.inUnit { unit in
            try unit.existingObject(with: family.dust).minutes = 2
            try family.inParent { try $0.existingObject(with: family.dust).minutes = 30 }
            XCTAssertThrowsError(try unit.passThroughParent()) { error in
                guard case .here(let reason)? = error as? SaveThroughError, case .conflict = reason.reason else {
                    return XCTFail("\(error)")
                }
            }
        }
        XCTAssertEqual(try family.inParent { try $0.existingObject(with: family.dust).minutes }, 30)
    }

    func testObjectsThatTheParentIsToDeleteAreNotStoredASecondTime() throws {
        let container = try makeContainer(ManagedObjectModel(Chore.self))
        let parent = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
        let dust = Chore(context: parent)
        dust.name = "Dust"
        try parent.save()
        let child = ManagedObjectContext(concurrencyType: .mainQueue, parent: parent)
        child.delete(try child.existingObject(with: dust.objectID))
        try child.save()
        child.undo()
        XCTAssertThrowsError(try child.saveThroughParent()) { error in
            guard case .deletionConflict? = (error as? SaveError)?.reason else { return XCTFail("\(error)") }
        }
        XCTAssertTrue(child.hasChanges)
        try child.save()
        try parent.save()
        XCTAssertEqual(try container.choreNames(), ["Dust"])
    }

    func testAnObjectThatIsStoredAgainCannotReferToWhatOnlyTheParentHas() throws {
        let container = try makeContainer(makeHousehold())
        let parent = container.newBackgroundContext()
        let child = ManagedObjectContext(concurrencyType: .privateQueue, parent: parent)
        child.mergePolicy = .overwrite
        try parent.performAndWait {
            let begin = Job("Begin", in: parent)
            try parent.save()
            let plan = Plan("Spring", in: parent)
            try child.performAndWait {
                let copy = try child.find(Job.self, "Begin")
                copy.plan = try child.find("Spring")
                try container.inBackground { other in
                    other.delete(try other.existingObject(with: begin.objectID))
                    try other.save()
                }
                parent.refreshAllObjects()
                XCTAssertThrowsError(try child.saveThroughParent()) { error in
                    let error = error as? SaveError
                    XCTAssertEqual(error.map { "\($0.reason)" }, "unsavedInParent")
                    XCTAssertEqual(error?.objectIDs, [AnyManagedObjectID(plan.objectID)])
                }
            }
        }
    }

    func testAnObjectThatOnlyTheParentHasCannotBeChangedInTheStore() throws {
        let family = try makeFamily()
        let id = try family.inParent { Chore(context: $0).objectID }
        try family.inUnit { unit in
            try unit.existingObject(with: id).name = "Changed"
            XCTAssertThrowsError(try unit.passThroughParent()) { error in
                guard case .here(let reason)? = error as? SaveThroughError, case .unsavedInParent = reason.reason
                else { return XCTFail("\(error)") }
                XCTAssertTrue("\(reason)".contains("Save the parent first"))
            }
        }
    }

    func testItGoesThroughEveryLevel() throws {
        let family = try makeFamily()
        let deep = ManagedObjectContext(concurrencyType: .privateQueue, parent: family.unit)
        try family.inUnit { try $0.existingObject(with: family.dust).minutes = 5 }
        try deep.performAndWait {
            try deep.existingObject(with: family.dust).name = "Deep"
            Chore(context: deep).name = "Deeper"
            try deep.saveThroughParent()
        }
        XCTAssertEqual(try family.container.choreNames(), ["Deep", "Deeper", "Sweep"])
        try family.inParent { parent in
            XCTAssertFalse(parent.hasChanges)
            XCTAssertEqual(try parent.existingObject(with: family.dust).name, "Deep")
        }
        try family.inUnit { unit in
            let dust = try unit.existingObject(with: family.dust)
            XCTAssertEqual(dust.name, "Deep")
            XCTAssertEqual(Set(dust.changedValues().keys), ["minutes"])
            XCTAssertEqual(dust.minutes, 5)
        }
    }

    func testThePolicyOfTheParentDecidesAConflictWithTheStore() throws {
        for (policy, expected) in [
            (MergePolicy.mergeByPropertyStoreTrump, "There"), (.mergeByPropertyObjectTrump, "Here"),
        ] {
            let family = try makeFamily()
            family.parent.mergePolicy = policy
            try family.inUnit { unit in
                let dust = try unit.existingObject(with: family.dust)
                dust.name = "Here"
                let kept = try family.inParent { Unchecked(try $0.existingObject(with: family.dust)) }
                try family.container.inBackground { other in
                    try other.existingObject(with: family.dust).name = "There"
                    try other.save()
                }
                try unit.saveThroughParent()
                XCTAssertEqual(dust.name, expected)
                withExtendedLifetime(kept) {}
            }
            XCTAssertEqual(try family.stored(family.dust, \.name), expected)
            try family.inParent { parent in
                XCTAssertEqual(try parent.existingObject(with: family.dust).name, expected)
                XCTAssertFalse(parent.hasChanges)
            }
        }
    }

    /// Nobody else's reference is changed by a deletion whose rule takes no action.
    func testAPendingReferenceToWhatAChildDeletedWithoutActionIsRefused() throws {
        let container = try makeContainer(ManagedObjectModel(Frame.self, Print.self))
        let parent = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
        let (frame, print) = (Frame(context: parent), Print(context: parent))
        try parent.save()
        print.frame = frame
        let child = ManagedObjectContext(concurrencyType: .mainQueue, parent: parent)
        child.delete(try child.existingObject(with: frame.objectID))
        try child.saveThroughParent()
        XCTAssertThrowsError(try parent.save()) { error in
            guard case .relatedObjectDeleted? = (error as? SaveError)?.reason else { return XCTFail("\(error)") }
        }
    }

    /// What the child deleted it saw related as the parent has it.
    func testPendingReferencesOfTheParentEndWithAChildsDeletion() throws {
        let container = try makeContainer(makeHousehold())
        let parent = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
        let (ada, bob, dust) = (Member("Ada", in: parent), Member("Bob", in: parent), Job("Dust", in: parent))
        let (attic, club, desk) = (Room(context: parent), Club("Chess", in: parent), Desk("oak", in: parent))
        try parent.save()
        dust.assignee = ada
        dust.room = attic
        bob.friends = [ada]
        bob.children = [ada]
        club.members = [ada]
        desk.owner = ada
        let child = ManagedObjectContext(concurrencyType: .mainQueue, parent: parent)
        child.delete(try child.existingObject(with: ada.objectID))
        child.delete(try child.existingObject(with: attic.objectID))
        try child.saveThroughParent()
        XCTAssertNil(dust.assignee)
        XCTAssertNil(dust.room)
        XCTAssertNil(desk.owner)
        XCTAssertEqual(bob.friends, [])
        XCTAssertEqual(bob.children, [])
        XCTAssertEqual(club.members, [])
        try parent.save()
        XCTAssertFalse(parent.hasChanges)
    }
}

private final class Frame: ManagedObject {
    @Relationship(deleteRule: .noAction) var prints: Set<Print> = []
}

private final class Print: ManagedObject {
    @Relationship(inverse: \Frame.prints) var frame: Frame?
}
