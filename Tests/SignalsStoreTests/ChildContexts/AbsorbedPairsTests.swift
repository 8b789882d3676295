import SignalsStore
import XCTest

/// One-to-ones whose other end a child deletes, and gives another.
final class AbsorbedPairsTests: XCTestCase {
    func testAnObjectPutInThePlaceOfADeletedOneIsSaved() throws {
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

    /// What a deletion takes with it by a reference is what the reference leads to in the context that deletes.
    func testADeletionTakesAtEveryLevelWhatTheReferenceLedToWhereItWasMade() throws {
        for levels in 1...3 {
            let container = try makeContainer(ManagedObjectModel(Sledge.self, Rope.self))
            let root = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
            let (old, new, sledge) = (Rope(context: root), Rope(context: root), Sledge(context: root))
            try root.save()
            var contexts: [ManagedObjectContext] = []
            // Held, so that each level has them in memory.
            var held: [ManagedObject] = []
            for _ in 0..<levels {
                let context = ManagedObjectContext(concurrencyType: .mainQueue, parent: contexts.last ?? root)
                context.mergePolicy = .overwrite
                held += try context.fetch(FetchRequest<Sledge>()) as [ManagedObject]
                held += try context.fetch(FetchRequest<Rope>()) as [ManagedObject]
                contexts.append(context)
            }
            let last = try XCTUnwrap(contexts.last)
            let mine = try last.existingObject(with: sledge.objectID)
            mine.rope = try last.existingObject(with: new.objectID)
            last.delete(mine)
            sledge.rope = old
            for context in contexts.reversed() { try context.save() }
            XCTAssertEqual(root.deletedObjects, [sledge, new], "levels: \(levels)")
            XCTAssertNil(old.sledge, "levels: \(levels)")
            try root.save()
            withExtendedLifetime(held) {}
            let other = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
            XCTAssertEqual(try other.count(for: FetchRequest<Rope>()), 1, "levels: \(levels)")
        }
    }

    func testADeletionPartsAnEndThatStaysWhereItWas() throws {
        for policy in [MergePolicy.rollback, .mergeByPropertyStoreTrump] {
            let container = try makeContainer(makeHousehold())
            let parent = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
            let (ada, old, new) = (Member("Ada", in: parent), Desk("old", in: parent), Desk("new", in: parent))
            ada.desk = old
            let child = ManagedObjectContext(concurrencyType: .mainQueue, parent: parent)
            child.mergePolicy = policy
            child.delete(try child.find(Desk.self, "old"))
            let mine: Member = try child.find("Ada")
            mine.desk = try child.find(Desk.self, "new")
            parent.delete(new)
            try child.save()
            XCTAssertNil(ada.desk, "\(policy)")
        }
    }
}

private final class Sledge: ManagedObject {
    @Relationship(deleteRule: .cascade) var rope: Rope?
}

private final class Rope: ManagedObject {
    @Relationship(inverse: \Sledge.rope) var sledge: Sledge?
}

private final class Twin: ManagedObject {
    @Relationship var twin: Twin?
    @Relationship(inverse: \Twin.twin) var twinOf: Twin?
}
