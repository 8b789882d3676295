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

    /// The parent deletes what a link leads to, and takes that back after the child has undone what ended the link.
    func testALinkThatWasEndedIsThereAgainWhenWhatItLedToComesBackLater() throws {
        let ends: [(Member, ManagedObjectContext) throws -> Void] = [
            { ada, child in child.delete(ada) }, { ada, _ in ada.friends = [] }, { ada, _ in ada.clubs = [] },
        ]
        for (index, end) in ends.enumerated() {
            let container = try makeContainer(makeHousehold())
            let parent = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
            let (ada, bob, chess) = (Member("Ada", in: parent), Member("Bob", in: parent), Club("Chess", in: parent))
            (ada.friends, ada.clubs) = ([bob], [chess])
            try parent.save()
            let child = ManagedObjectContext(concurrencyType: .mainQueue, parent: parent)
            child.isUndoEnabled = true
            try end(try child.find("Ada"), child)
            for object in [bob, chess] { parent.delete(object) }
            child.refreshAllObjects()
            child.undo()
            parent.rollback()
            child.refreshAllObjects()
            let mine: Member = try child.find("Ada")
            XCTAssertEqual(mine.friends.names, ["Bob"], "\(index)")
            XCTAssertEqual(mine.clubs.names, ["Chess"], "\(index)")
            XCTAssertEqual(try child.find(Club.self, "Chess").members.names, ["Ada"], "\(index)")
            mine.name = "Eve"
            for context in [child, parent] { try context.save() }
            let reading = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
            let stored: Member = try reading.find("Eve")
            XCTAssertEqual(stored.friends.names + stored.clubs.names, ["Bob", "Chess"], "\(index)")
        }
    }
}
