import Foundation
import Signals
import SignalsStore
import XCTest

/// Notes what happens to it.
private final class Diary: ManagedObject {
    @Attribute var title = ""
    @Attribute var words = 0
    @Attribute var changes = 0
    @Attribute var created = Date.distantPast

    var heard: [String] = []

    override func awakeFromInsert() {
        heard.append("awakeFromInsert")
        created = Date(timeIntervalSinceReferenceDate: 100)
    }

    override func awakeFromFetch() { heard.append("awakeFromFetch \(title)") }

    override func willSave() {
        heard.append("willSave")
        if !isDeleted { changes += 1 }
    }

    override func didSave() { heard.append("didSave") }

    override func validateForInsert() throws {
        heard.append("validateForInsert")
        try validate()
    }

    override func validateForUpdate() throws {
        heard.append("validateForUpdate")
        try validate()
    }

    override func validateForDelete() throws {
        heard.append("validateForDelete")
        if title == "Keep" { throw ValidationError("This diary is kept.") }
    }

    private func validate() throws {
        if words < 0 { throw invalid(\.words, "A diary has no negative number of words.") }
    }
}

/// Changes others when it is saved.
private final class Rack: ManagedObject {
    @Relationship var coats: [Coat] = []
}

private final class Coat: ManagedObject {
    @Attribute var size = 40
    @Relationship(inverse: \Rack.coats) var rack: Rack?
}

private final class Chain: ManagedObject {
    @Attribute var number = 0
    @Attribute var note = ""

    var next: Chain?
    var makesAnother = false
    var saves = 0

    override func willSave() {
        saves += 1
        if let next, next.number != number + 1 { next.number = number + 1 }
        if makesAnother {
            makesAnother = false
            guard let context = managedObjectContext else { return }
            Chain(context: context).note = "made while saving"
        }
    }
}

final class ManagedObjectLifecycleTests: XCTestCase {
    private func inContext(_ body: (ManagedObjectContext, PersistentContainer) throws -> Void) throws {
        let container = try makeContainer(ManagedObjectModel(Diary.self, Chain.self))
        try container.inBackground { try body($0, container) }
    }

    private func failure(of context: ManagedObjectContext, line: UInt = #line) -> SaveError? {
        do {
            try context.save()
            XCTFail("saved", line: line)
            return nil
        } catch { return error }
    }

    func testANewObjectWakesOnceAndOneThatWasFetchedWhenItHasItsValues() throws {
        try inContext { context, container in
            let diary = Diary(context: context)
            diary.title = "Summer"
            XCTAssertEqual(diary.heard, ["awakeFromInsert"])
            XCTAssertEqual(diary.created, Date(timeIntervalSinceReferenceDate: 100))
            try context.save()
            try container.inBackground { other in
                let found = try other.fetch(FetchRequest<Diary>())
                XCTAssertEqual(found.map(\.heard), [["awakeFromFetch Summer"]])
                _ = try other.fetch(FetchRequest<Diary>())
                XCTAssertEqual(found[0].heard.count, 1)
                XCTAssertFalse(other.hasChanges)
            }
        }
    }

    func testASaveTellsEachObjectBeforeAndAfter() throws {
        try inContext { context, container in
            let diary = Diary(context: context)
            try context.save()
            XCTAssertEqual(diary.heard, ["awakeFromInsert", "willSave", "validateForInsert", "didSave"])
            XCTAssertEqual(diary.changes, 1)
            XCTAssertFalse(diary.hasChanges)
            diary.words = 3
            diary.heard = []
            try context.save()
            XCTAssertEqual(diary.heard, ["willSave", "validateForUpdate", "didSave"])
            XCTAssertEqual(diary.changes, 2)
            try container.inBackground { other in
                XCTAssertEqual(try other.fetch(FetchRequest<Diary>()).map(\.changes), [2])
            }
            context.delete(diary)
            diary.heard = []
            try context.save()
            XCTAssertEqual(diary.heard, ["willSave", "validateForDelete", "didSave"])
        }
    }

    func testAnInvalidObjectFailsTheSaveAndIsNamedWithItsAttribute() throws {
        try inContext { context, _ in
            let diary = Diary(context: context)
            diary.words = -1
            let id = AnyManagedObjectID(diary.objectID)
            let error = try XCTUnwrap(failure(of: context))
            XCTAssertEqual(error.entityName, "Diary")
            XCTAssertEqual(error.attributeName, "words")
            XCTAssertEqual(error.objectIDs, [id])
            XCTAssertEqual(error.description, "A diary has no negative number of words.")
            XCTAssertFalse(error.canRetry)
            XCTAssertFalse(diary.heard.contains("didSave"))
            diary.words = 1
            try context.save()
            diary.words = -2
            XCTAssertEqual(failure(of: context)?.attributeName, "words")
            diary.words = 1
            diary.title = "Keep"
            try context.save()
            context.delete(diary)
            XCTAssertEqual(failure(of: context)?.description, "This diary is kept.")
            XCTAssertTrue(diary.isDeleted)
            context.rollback()
            XCTAssertFalse(context.hasChanges)
        }
    }

    func testOfSeveralInvalidObjectsTheFirstMadeIsNamed() throws {
        try inContext { context, _ in
            let diaries = (0..<50).map { _ in Diary(context: context) }
            for diary in diaries.reversed() { diary.words = -1 }
            diaries[0].words = 0
            XCTAssertEqual(failure(of: context)?.objectIDs, [AnyManagedObjectID(diaries[1].objectID)])
        }
    }

    func testTheSaveOfAChildValidatesAndTellsToo() throws {
        try inContext { parent, _ in
            let child = ManagedObjectContext(concurrencyType: .privateQueue, parent: parent)
            try child.performAndWait {
                let diary = Diary(context: child)
                diary.words = -1
                XCTAssertEqual(failure(of: child)?.attributeName, "words")
                diary.words = 1
                try child.save()
                XCTAssertEqual(diary.heard.last, "didSave")
            }
            let diary = try XCTUnwrap(parent.insertedObjects.first as? Diary)
            XCTAssertEqual(diary.heard, [])
            XCTAssertEqual(diary.changes, 2, "one for each attempt")
            try parent.save()
            XCTAssertEqual(diary.heard, ["willSave", "validateForInsert", "didSave"])
        }
    }

    func testChangesThatWillSaveMakesInOtherObjectsAreSavedAndTheseAreAskedAgain() throws {
        try inContext { context, container in
            let chain = (0..<20).map { _ in Chain(context: context) }
            for index in 1..<20 { chain[index - 1].next = chain[index] }
            chain[0].number = 1
            chain[19].makesAnother = true
            try context.save()
            XCTAssertEqual(chain.map(\.number), Array(1...20))
            XCTAssertGreaterThan(chain[1].saves, 0)
            try container.inBackground { other in
                let stored = try other.fetch(FetchRequest<Chain>(sortBy: [SortDescriptor(\.number)]))
                XCTAssertEqual(stored.map(\.number), Array(0...20))
                XCTAssertEqual(stored[0].note, "made while saving")
            }
            for link in chain { link.next = nil }
        }
    }

    func testChangedAndCommittedValuesHaveTheIDsOfToOnesAndNoColumnsOfTheStores() throws {
        let container = try makeContainer(ManagedObjectModel(Rack.self, Coat.self))
        let context = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
        let (rack, coat) = (Rack(context: context), Coat(context: context))
        try context.save()
        rack.coats = [coat]
        XCTAssertEqual(Array(coat.changedValues().keys), ["rack"])
        XCTAssertEqual(coat.changedValues()["rack"] as? AnyManagedObjectID, AnyManagedObjectID(rack.objectID))
        XCTAssertEqual(coat.committedValues().keys.sorted(), ["rack", "size"])
        XCTAssertNil(coat.committedValues()["rack"] as? AnyManagedObjectID)
        try context.save()
        coat.rack = nil
        XCTAssertEqual(Array(coat.changedValues().keys), ["rack"])
        XCTAssertNil(coat.changedValues()["rack"] as? AnyManagedObjectID)
        XCTAssertEqual(coat.committedValues()["rack"] as? AnyManagedObjectID, AnyManagedObjectID(rack.objectID))
    }

    func testAConflictNamesNoColumnsOfTheStores() throws {
        let container = try makeContainer(ManagedObjectModel(Rack.self, Coat.self))
        let (here, there) = (
            ManagedObjectContext(concurrencyType: .mainQueue, container: container),
            ManagedObjectContext(concurrencyType: .mainQueue, container: container)
        )
        let (racks, coat) = ([Rack(context: there), Rack(context: there)], Coat(context: there))
        try there.save()
        let mine = try here.existingObject(with: coat.objectID)
        mine.rack = try here.existingObject(with: racks[0].objectID)
        coat.rack = racks[1]
        try there.save()
        XCTAssertThrowsError(try here.save()) { error in
            let conflict = (error as? SaveError)?.conflict
            XCTAssertEqual(conflict?.attributeNames, ["rack"])
            XCTAssertEqual(conflict?.stored?.keys.sorted(), ["rack", "size"])
        }
    }

    func testChangedAndCommittedValuesByName() throws {
        try inContext { context, _ in
            let diary = Diary(context: context)
            diary.title = "Summer"
            XCTAssertEqual(Set(diary.changedValues().keys), ["title", "created"])
            XCTAssertEqual(diary.changedValues()["title"] as? String, "Summer")
            XCTAssertTrue(diary.committedValues().isEmpty)
            try context.save()
            XCTAssertTrue(diary.changedValues().isEmpty)
            diary.title = "Winter"
            diary.words = 0
            XCTAssertEqual(diary.changedValues().mapValues { "\($0)" }, ["title": "Winter"])
            XCTAssertEqual(diary.committedValues(forKeys: ["title", "words"])["title"] as? String, "Summer")
            XCTAssertEqual(diary.committedValues(forKeys: ["words"]).count, 1)
            XCTAssertEqual(diary.committedValues().count, 4)
        }
    }

    func testTheStateOfAnObjectFollowsWhatIsDoneWithIt() throws {
        try inContext { context, _ in
            let diary = Diary(context: context)
            XCTAssertTrue(diary.isInserted && diary.hasChanges && !diary.isUpdated && !diary.isDeleted)
            try context.save()
            XCTAssertFalse(diary.isInserted || diary.hasChanges)
            diary.title = "Summer"
            XCTAssertTrue(diary.isUpdated && diary.hasChanges)
            context.delete(diary)
            XCTAssertTrue(diary.isDeleted && diary.hasChanges && !diary.isUpdated)
            try context.save()
            XCTAssertFalse(diary.isDeleted || diary.hasChanges)
            XCTAssertNil(diary.managedObjectContext)
        }
    }

    func testObjectsAreHashedByIdentityAndIdentifiedByTheirID() throws {
        try inContext { context, container in
            let diary = Diary(context: context)
            try context.save()
            XCTAssertEqual(Set([diary, diary, Diary(context: context)]).count, 2)
            let id = diary.objectID
            try container.inBackground { other in
                let same = try other.existingObject(with: id)
                XCTAssertNotEqual(same, diary)
                XCTAssertEqual(same.id, diary.id)
                XCTAssertEqual(same.id, AnyManagedObjectID(id))
            }
        }
    }
}
