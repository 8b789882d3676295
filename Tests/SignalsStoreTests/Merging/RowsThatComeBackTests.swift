import Foundation
import SignalsStore
import XCTest

/// A row that was deleted and stored again, in contexts that knew it before.
final class RowsThatComeBackTests: XCTestCase {
    private func chore(_ context: ManagedObjectContext) throws -> Chore {
        try XCTUnwrap(try context.fetch(FetchRequest<Chore>()).first)
    }

    /// A deletion is undone before another context stores the row and deletes it again, and saved after that.
    func testAContextThatKnewALaterRowReadsTheOneOfAnUndoneDeletion() throws {
        let container = try makeContainer()
        try container.addChores("Dust")
        let (undoing, overwriting) = (container.newBackgroundContext(), container.newBackgroundContext())
        let reading = container.newBackgroundContext()
        reading.automaticallyMergesChangesFromParent = false
        overwriting.mergePolicy = .overwrite
        try overwriting.performAndWait { try chore(overwriting).minutes = 5 }
        try undoing.performAndWait {
            undoing.isUndoEnabled = true
            undoing.delete(try chore(undoing))
            try undoing.save()
            undoing.undo()
        }
        let held = try overwriting.performAndWait {
            try overwriting.save()
            return try reading.performAndWait {
                let chore = try chore(reading)
                XCTAssertEqual(chore.minutes, 5)
                return Unchecked(chore)
            }
        }
        try overwriting.performAndWait {
            overwriting.delete(try chore(overwriting))
            try overwriting.save()
        }
        try undoing.performAndWait { try undoing.save() }
        try reading.performAndWait {
            XCTAssertEqual(try chore(reading).minutes, 1)
            XCTAssertEqual(held.value.minutes, 1)
            held.value.minutes = 2
            try reading.save()
        }
        try undoing.performAndWait {
            undoing.refreshAllObjects()
            let chore = try chore(undoing)
            XCTAssertEqual(chore.minutes, 2)
            chore.minutes = 3
            try undoing.save()
        }
    }

    /// The list that a save stores is the one that is shown: a new owner's, whose order only it has, too.
    func testAListOfANewOwnerShowsAMemberThatOthersBroughtBackWhereItWas() throws {
        let container = try makeContainer(makeHousehold())
        let context = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
        let overwriting = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
        for following in [context, overwriting] { following.automaticallyMergesChangesFromParent = true }
        overwriting.mergePolicy = .mergeByPropertyObjectTrump
        let (ada, bob, eve) = (Member("Ada", in: context), Member("Bob", in: context), Member("Eve", in: context))
        try context.save()
        try overwriting.find(Member.self, "Bob").name = "Rob"
        let plan = Plan("Move", in: context)
        plan.helpers = [eve, bob, ada]
        let deleting = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
        deleting.delete(try deleting.find(Member.self, "Bob"))
        try deleting.save()
        XCTAssertEqual(try context.fetch(FetchRequest<Member>()).count, 2)
        XCTAssertEqual(plan.helpers.map(\.name), ["Eve", "Ada"])
        try overwriting.save()
        XCTAssertEqual(try context.fetch(FetchRequest<Member>()).count, 3)
        XCTAssertEqual(plan.helpers.map(\.name), ["Eve", "Rob", "Ada"])
        try context.save()
        let reading = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
        XCTAssertEqual(try reading.find(Plan.self, "Move").helpers.map(\.name), ["Eve", "Rob", "Ada"])
    }

    /// Both contexts store the row again: what differs is in conflict.
    func testARowThatTwoContextsBringBackIsOne() throws {
        for (policy, expected) in [
            (MergePolicy.error, 5), (.mergeByPropertyStoreTrump, 5), (.rollback, 5), (.mergeByPropertyObjectTrump, 1),
            (.overwrite, 1),
        ] {
            let container = try makeContainer()
            try container.addChores("Dust")
            let (undoing, overwriting) = (container.newBackgroundContext(), container.newBackgroundContext())
            overwriting.mergePolicy = .overwrite
            undoing.mergePolicy = policy
            try overwriting.performAndWait { try chore(overwriting).minutes = 5 }
            try undoing.performAndWait {
                undoing.isUndoEnabled = true
                let chore = try chore(undoing)
                undoing.delete(chore)
                try undoing.save()
                undoing.undo()
                try overwriting.performAndWait { try overwriting.save() }
                guard policy == .error else {
                    try undoing.save()
                    XCTAssertEqual(chore.minutes, expected, "\(policy)")
                    XCTAssertFalse(undoing.hasChanges)
                    chore.name = "Dust twice"
                    return try undoing.save()
                }
                XCTAssertThrowsError(try undoing.save()) { error in
                    XCTAssertEqual((error as? SaveError)?.attributeName, "minutes")
                    XCTAssertEqual((error as? SaveError)?.objectIDs.count, 1)
                }
            }
            let stored = try container.inBackground { try $0.fetch(FetchRequest<Chore>()).map(\.minutes) }
            XCTAssertEqual(stored, [expected], "\(policy)")
        }
    }

    /// The version that the commit gave the row is known to the context that saved it: its next save has no conflict.
    func testTheContextThatBringsARowBackSavesItAgain() throws {
        let container = try makeContainer()
        try container.addChores("Dust")
        let context = container.newBackgroundContext()
        try context.performAndWait {
            context.isUndoEnabled = true
            let chore = try chore(context)
            context.delete(chore)
            try context.save()
            context.undo()
            try context.save()
            chore.minutes = 7
            try context.save()
        }
        let other = container.newBackgroundContext()
        XCTAssertEqual(try other.performAndWait { try chore(other).minutes }, 7)
    }

    /// The row that a deletion, saved and undone, is to store again has been stored by another context, with a link.
    func testReinsertedObjectsHaveTheLinksOfTheRowThatOthersBroughtBack() throws {
        let container = try makeContainer(makeHousehold())
        let undoing = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
        let overwriting = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
        undoing.isUndoEnabled = true
        overwriting.mergePolicy = .overwrite
        let (ada, chess) = (Member("Ada", in: undoing), Club("Chess", in: undoing))
        try undoing.save()
        try overwriting.find(Club.self, "Chess").members = [try overwriting.find("Ada")]
        undoing.delete(chess)
        try undoing.save()
        undoing.undo()
        try overwriting.save()
        undoing.refreshAllObjects()
        XCTAssertEqual(ada.clubs, [chess])
        XCTAssertEqual(chess.members, [ada])
        let child = ManagedObjectContext(concurrencyType: .mainQueue, parent: undoing)
        XCTAssertEqual(try child.find(Club.self, "Chess").members.names, ["Ada"])
        undoing.mergePolicy = .overwrite
        try undoing.save()
        XCTAssertEqual(chess.members, [ada])
        XCTAssertEqual(try container.inBackground { try $0.find(Club.self, "Chess").members.names }, ["Ada"])
    }

    /// An object with changes stays when its row is gone, and shows the row that is stored again.
    func testAChangedObjectShowsItsRowThatIsStoredAgain() throws {
        let container = try makeContainer(makeHousehold())
        let here = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
        here.automaticallyMergesChangesFromParent = true
        let child = ManagedObjectContext(concurrencyType: .mainQueue, parent: here)
        child.automaticallyMergesChangesFromParent = true
        let (ada, dust) = (Member("Ada", in: here), Job("Dust", in: here))
        dust.assignee = ada
        try here.save()
        let id = dust.objectID
        let formJob = try child.existingObject(with: id)
        XCTAssertEqual(formJob.assignee?.jobs.count, 1)
        let above = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
        let other = ManagedObjectContext(concurrencyType: .mainQueue, parent: above)
        other.mergePolicy = .overwrite
        (other.object(with: id).assignee, dust.minutes, formJob.minutes) = (nil, 5, 7)
        try container.inBackground { another in
            another.delete(another.object(with: id))
            try another.save()
        }
        XCTAssertEqual(try here.count(for: FetchRequest<Member>()), 1)
        XCTAssertEqual(try child.count(for: FetchRequest<Member>()), 1)
        XCTAssertIdentical(dust.assignee, ada)
        try other.save()
        try above.save()
        XCTAssertEqual(try here.count(for: FetchRequest<Member>()), 1)
        XCTAssertNil(dust.assignee)
        XCTAssertEqual(ada.jobs, [])
        XCTAssertEqual(dust.minutes, 5)
        XCTAssertEqual(try child.count(for: FetchRequest<Member>()), 1)
        XCTAssertNil(formJob.assignee)
        XCTAssertEqual(formJob.minutes, 7)
        try here.save()
        XCTAssertEqual(try container.inBackground { try $0.existingObject(with: id).minutes }, 5)
    }
}
