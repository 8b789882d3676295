import SignalsStore
import XCTest

/// One-to-ones whose other end a child deletes, and gives another.
final class AbsorbedPairsTests: XCTestCase {
    func testWhatIsGivenInThePlaceOfWhatIsDeletedIsSaved() throws {
        for isNew in [false, true] {
            for fromMember in [false, true] {
                let container = try makeContainer(makeHousehold())
                let parent = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
                let (ada, old) = (Member("Ada", in: parent), Desk("old", in: parent))
                old.owner = ada
                if !isNew { _ = Desk("new", in: parent) }
                try parent.save()
                let child = ManagedObjectContext(concurrencyType: .mainQueue, parent: parent)
                let mine: Member = try child.find("Ada")
                child.delete(try XCTUnwrap(mine.desk))
                let new = isNew ? Desk("new", in: child) : try child.find(Desk.self, "new")
                if fromMember { mine.desk = new } else { new.owner = mine }
                try child.save()
                XCTAssertEqual(ada.desk?.name, "new", "new: \(isNew), from the member: \(fromMember)")
                try parent.save()
                let other = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
                XCTAssertEqual(
                    try other.find(Member.self, "Ada").desk?.name, "new",
                    "new: \(isNew), from the member: \(fromMember)")
            }
        }
    }

    func testAnObjectIsItsOwnOtherEndInThePlaceOfWhatIsDeleted() throws {
        let container = try makeContainer(ManagedObjectModel(Twin.self))
        let parent = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
        let (one, two) = (Twin(context: parent), Twin(context: parent))
        one.twin = two
        try parent.save()
        let child = ManagedObjectContext(concurrencyType: .mainQueue, parent: parent)
        let mine = try child.existingObject(with: one.objectID)
        child.delete(try XCTUnwrap(mine.twin))
        mine.twinOf = mine
        try child.save()
        XCTAssertTrue(one.twin === one)
        try parent.save()
        let other = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
        let stored = try other.existingObject(with: one.objectID)
        XCTAssertTrue(stored.twin === stored)
    }
}

private final class Twin: ManagedObject {
    @Relationship var twin: Twin?
    @Relationship(inverse: \Twin.twin) var twinOf: Twin?
}
