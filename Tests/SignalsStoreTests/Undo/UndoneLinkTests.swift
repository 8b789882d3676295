import SignalsStore
import XCTest

private final class Crate: ManagedObject {
    @Attribute var name = ""
    @Relationship var things: Set<Thing> = []
}

private final class Thing: ManagedObject {
    @Attribute var name = ""
}

final class UndoneLinkTests: XCTestCase {
    func testUndoLeavesAnObjectCleanWhoseLinksLedToWhatIsGone() throws {
        let container = try makeContainer(ManagedObjectModel(Crate.self, Thing.self))
        let parent = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
        let child = ManagedObjectContext(concurrencyType: .mainQueue, parent: parent)
        let (crate, thing) = (Crate(context: parent), Thing(context: parent))
        try parent.save()
        let (copy, member) = (child.object(with: crate.objectID), child.object(with: thing.objectID))
        copy.things.insert(member)
        copy.things.remove(member)
        XCTAssertEqual(child.updatedObjects, [copy])
        parent.delete(thing)
        child.refreshAllObjects()
        XCTAssertNil(member.managedObjectContext)
        child.undo()
        XCTAssertFalse(child.hasChanges)
    }
}
