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
}
