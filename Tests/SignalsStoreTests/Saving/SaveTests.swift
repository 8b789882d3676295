import Foundation
import Signals
import SignalsStore
import XCTest

private struct Unwritable: Codable, AttributeValue {
    struct Refused: Error {}
    var isRefused = false

    func encode(to encoder: any Encoder) throws {
        if isRefused { throw Refused() }
        var container = encoder.singleValueContainer()
        try container.encode(isRefused)
    }
}

private final class Fragile: ManagedObject {
    @Attribute var content = Unwritable()
}

final class SaveTests: XCTestCase {
    func testAFailedSaveLeavesNothingBehindAndKeepsItsChanges() throws {
        let container = try makeContainer()
        try container.addChores("Dust")
        try container.inBackground { context in
            let fine = Chore(context: context)
            fine.name = "Fine"
            let taken = Chore(context: context)
            taken.name = "Dust"
            XCTAssertThrowsError(try context.save())
            XCTAssertTrue(fine.isInserted)
            XCTAssertEqual(try container.choreNames(), ["Dust"])
            taken.name = "Mended"
            try context.save()
        }
        XCTAssertEqual(try container.choreNames(), ["Dust", "Fine", "Mended"])
    }

    func testATakenValueIsNamedWithItsOwner() throws {
        let container = try makeContainer()
        let owner = try container.addChores("Water plants")[0]
        try container.inBackground { context in
            let chore = Chore(context: context)
            chore.name = "Water plants"
            do throws(SaveError) {
                try context.save()
                XCTFail("the save succeeded")
            } catch {
                guard case .valueTaken(let value, let by) = error.reason else { return XCTFail("\(error)") }
                XCTAssertEqual(value, "\"Water plants\"")
                XCTAssertEqual(by, AnyManagedObjectID(owner))
                XCTAssertEqual(error.entityName, "Chore")
                XCTAssertEqual(error.attributeName, "name")
                XCTAssertEqual(error.objectIDs, [AnyManagedObjectID(chore.objectID)])
                XCTAssertEqual(
                    error.localizedDescription, "The Chore name \"Water plants\" is already taken. Choose another.")
            }
        }
    }

    func testATakenValueIsNamedAmongManyNewObjectsOfWhichNoneIsSaved() throws {
        for culprit in [0, 31, 45, 99] {
            let container = try makeContainer()
            let owner = try container.addChores("Water plants")[0]
            try container.inBackground { context in
                let chores = (0..<100).map { number in
                    let chore = Chore(context: context)
                    chore.name = number == culprit ? "Water plants" : "Chore \(number)"
                    return chore
                }
                do throws(SaveError) {
                    try context.save()
                    XCTFail("the save succeeded")
                } catch {
                    guard case .valueTaken(_, AnyManagedObjectID(owner)) = error.reason else {
                        return XCTFail("\(error)")
                    }
                    XCTAssertEqual(error.objectIDs, [AnyManagedObjectID(chores[culprit].objectID)])
                }
                chores[culprit].name = "Other"
                try context.save()
            }
            XCTAssertEqual(try container.choreNames().count, 101)
        }
    }

    func testManyNewObjectsAreSavedWhateverTheirNumber() throws {
        for count in [1, 31, 32, 33, 64, 65, 200] {
            let container = try makeContainer()
            try container.addChores((0..<count).map { "Chore \($0)" })
            XCTAssertEqual(Set(try container.choreNames()), Set((0..<count).map { "Chore \($0)" }))
        }
    }

    func testAnUpdateCannotTakeAValueEither() throws {
        let container = try makeContainer()
        let ids = try container.addChores("Dust", "Mop")
        try container.inBackground { context in
            try context.existingObject(with: ids[1]).name = "Dust"
            XCTAssertThrowsError(try context.save()) { error in
                guard case .valueTaken = (error as? SaveError)?.reason else { return XCTFail("\(error)") }
            }
        }
        XCTAssertEqual(try container.choreNames(), ["Dust", "Mop"])
    }

    func testTwoSpellingsOfOneTextAreOneValue() throws {
        let container = try makeContainer()
        try container.addChores("caf\u{e9}")
        XCTAssertThrowsError(try container.addChores("cafe\u{301}"))
    }

    func testANewObjectMayTakeTheValueOfOneThatTheSameSaveDeletes() throws {
        let container = try makeContainer()
        let ids = try container.addChores("Dust")
        try container.inBackground { context in
            let replacement = Chore(context: context)
            replacement.name = "Dust"
            replacement.minutes = 5
            context.delete(try context.existingObject(with: ids[0]))
            try context.save()
        }
        XCTAssertEqual(try container.choreNames(), ["Dust"])
    }

    func testAValueThatCannotBeEncodedFailsTheSaveAndNamesTheAttribute() throws {
        try makeContainer(ManagedObjectModel(Fragile.self)).inBackground { context in
            let object = Fragile(context: context)
            object.content.isRefused = true
            do throws(SaveError) {
                try context.save()
                XCTFail("the save succeeded")
            } catch {
                guard case .unencodable = error.reason else { return XCTFail("\(error)") }
                XCTAssertEqual(error.attributeName, "content")
            }
        }
    }

    func testIDsArePermanentAndNeverUsedAgain() throws {
        let url = try makeFolder().appending(path: "store.sqlite")
        var seen: Set<ManagedObjectID<Chore>> = []
        for round in 0..<3 {
            let container = try openContainer(at: url)
            let ids = try container.addChores("a\(round)", "b\(round)")
            XCTAssertTrue(seen.isDisjoint(with: ids))
            seen.formUnion(ids)
            container.close()
        }
        let container = try openContainer(at: url)
        let found = try container.inBackground { try $0.fetch(FetchRequest<Chore>()).map(\.objectID) }
        XCTAssertEqual(Set(found), seen)
        container.close()
    }

    func testObjectsMadeAtOnceOnManyThreadsHaveDifferentIDs() throws {
        let container = try makeContainer()
        let ids = Locked<[ManagedObjectID<Chore>]>([])
        DispatchQueue.concurrentPerform(iterations: 8) { _ in
            let context = container.newBackgroundContext()
            let made = context.performAndWait { (0..<500).map { _ in Chore(context: context).objectID } }
            ids.withLock { $0 += made }
        }
        XCTAssertEqual(Set(ids.withLock { $0 }).count, 4000)
    }

    func testASaveWithoutChangesDoesNothing() throws {
        let container = try makeContainer()
        try container.inBackground { context in try context.save() }
        XCTAssertEqual(try container.choreNames(), [])
    }

    func testAManyThousandObjectsAreOneSave() throws {
        let container = try makeContainer()
        try container.inBackground { context in
            for number in 0..<5000 { Chore(context: context).name = "\(number)" }
            try context.save()
            let chores = try context.fetch(FetchRequest<Chore>())
            for chore in chores { chore.minutes = 7 }
            try context.save()
            for chore in chores.prefix(4999) { context.delete(chore) }
            try context.save()
        }
        XCTAssertEqual(try container.choreNames(), ["4999"])
    }

    func testAnObjectOfWhichNothingIsWrittenIsAsInTheStoreAfterASave() throws {
        for isPinned in [false, true] {
            let container = try makeContainer()
            let ids = try container.addChores("Dust", "Mop", "Sweep")
            try container.inBackground { context in
                context.automaticallyMergesChangesFromParent = false
                let chores = try ids.map { try context.existingObject(with: $0) }
                if isPinned { try context.setQueryGeneration(.current) }
                for chore in chores.dropLast() { chore.minutes += 0 }
                chores[2].minutes = 3
                try container.inBackground { other in
                    other.delete(try other.existingObject(with: ids[0]))
                    try other.existingObject(with: ids[1]).minutes = 9
                    try other.save()
                }
                try context.save()
                XCTAssertNil(chores[0].managedObjectContext)
                XCTAssertEqual(chores[1].minutes, 9)
                chores[1].minutes += 0
                try container.inBackground { other in
                    try other.existingObject(with: ids[1]).minutes = 10
                    try other.save()
                }
                XCTAssertEqual(chores[1].minutes, 9)
                try context.save()
                XCTAssertEqual(chores[1].minutes, 10)
                XCTAssertFalse(context.hasChanges)
            }
        }
    }
}
