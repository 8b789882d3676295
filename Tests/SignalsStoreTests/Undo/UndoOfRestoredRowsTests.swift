import SignalsStore
import XCTest

private final class Box: ManagedObject {
    @Attribute var size = 0
    @Relationship var lid: Lid?
}

private final class Lid: ManagedObject {
    @Attribute var size = 0
}

final class UndoOfRestoredRowsTests: XCTestCase {
    /// What a rule had ended of a row that the save then stored anew is changed by the undo, and saved.
    func testUndoRelatesAnOwnerAgainThatTheSaveBroughtBack() throws {
        for policy in [MergePolicy.mergeByPropertyObjectTrump, .overwrite] {
            let container = try makeContainer(ManagedObjectModel(Box.self, Lid.self))
            let context = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
            context.mergePolicy = policy
            let (box, lid) = (Box(context: context), Lid(context: context))
            box.lid = lid
            try context.save()
            let id = box.objectID
            try container.inBackground { other in
                other.delete(other.object(with: id))
                try other.save()
            }
            box.size = 1
            context.delete(lid)
            try context.save()
            XCTAssertNil(box.lid)
            context.undo()
            XCTAssertIdentical(box.lid, lid)
            XCTAssertEqual(context.updatedObjects, [box])
            try context.save()
            let size = try container.inBackground { try $0.existingObject(with: id).lid?.size }
            XCTAssertEqual(size, 0)
        }
    }

    /// What both a child and its parent brought back is one object: deleted in the child, it is not found there any more.
    func testADeletionOfWhatTheParentBroughtBackTooIsPending() throws {
        for (savesDeletion, savesReturn, follows) in [
            (false, false, true), (true, false, true), (true, true, true), (false, false, false),
        ] {
            let what = "saved: \(savesDeletion), \(savesReturn), follows: \(follows)"
            let container = try makeContainer(ManagedObjectModel(Box.self, Lid.self))
            let parent = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
            let child = ManagedObjectContext(concurrencyType: .mainQueue, parent: parent)
            child.automaticallyMergesChangesFromParent = follows
            let box = Box(context: parent)
            try parent.save()
            let here = child.object(with: box.objectID)
            child.delete(here)
            try child.save()
            if savesDeletion { try parent.save() }
            child.undo()
            parent.undo()
            if savesReturn { try parent.save() }
            // Where it does not follow, this is how it learns of it.
            if !follows { XCTAssertEqual(try child.fetch(FetchRequest<Box>()), [here], what) }
            XCTAssertTrue(here.isInserted, what)
            child.delete(here)
            XCTAssertEqual(try child.fetch(FetchRequest<Box>()), [], what)
            XCTAssertEqual(child.deletedObjects, [here], what)
            child.undo()
            XCTAssertEqual(try child.fetch(FetchRequest<Box>()), [here], what)
            child.redo()
            try child.save()
            XCTAssertEqual(try parent.fetch(FetchRequest<Box>()), [], what)
            try parent.save()
            XCTAssertEqual(try container.inBackground { try $0.count(for: FetchRequest<Box>()) }, 0, what)
        }
    }

    func testADeletionOfWhatCameBackAndTheParentsSaveDeletedEndsItsLinks() throws {
        let container = try makeContainer(makeHousehold())
        let parent = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
        parent.automaticallyMergesChangesFromParent = true
        let child = ManagedObjectContext(concurrencyType: .mainQueue, parent: parent)
        child.automaticallyMergesChangesFromParent = true
        let (member, club) = (Member("Ada", in: parent), Club("Chess", in: parent))
        member.clubs = [club]
        try parent.save()
        let (ada, chess): (Member, Club) = (try child.find("Ada"), try child.find("Chess"))
        XCTAssertEqual(chess.members, [ada])
        child.undoGrouping {
            child.delete(ada)
            child.delete(chess)
        }
        try child.save()
        child.undo()
        try parent.save()
        XCTAssertEqual(try child.fetch(FetchRequest<Club>()), [chess])
        XCTAssertEqual(chess.members, [ada])
        child.delete(ada)
        XCTAssertEqual(chess.members, [])
        try child.save()
        try parent.save()
        let stored = try container.inBackground { try $0.fetch(FetchRequest<Club>()).map(\.members.count) }
        XCTAssertEqual(stored, [0])
    }
}
