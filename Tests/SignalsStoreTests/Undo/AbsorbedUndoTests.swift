import SignalsStore
import XCTest

private final class Collar: ManagedObject {
    @Attribute var number = 0
    @Relationship var pet: Pet?
}

private final class Pet: ManagedObject {
    @Relationship(inverse: \Collar.pet, deleteRule: .cascade) var collar: Collar?
}

/// Undo of what a child saved to its parent.
final class AbsorbedUndoTests: XCTestCase {
    /// The insertion is taken back, and not what was there before, whichever side related it.
    func testUndoSparesWhatAChildsNewObjectOwns() throws {
        for fromCollar in [false, true] {
            for isSaved in [false, true] {
                let container = try makeContainer(ManagedObjectModel(Collar.self, Pet.self))
                let parent = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
                let collar = Collar(context: parent)
                try parent.save()
                let child = ManagedObjectContext(concurrencyType: .mainQueue, parent: parent)
                let (pet, mine) = (Pet(context: child), try child.existingObject(with: collar.objectID))
                if fromCollar { mine.pet = pet } else { pet.collar = mine }
                try child.save()
                if isSaved { try parent.save() }
                parent.undo()
                XCTAssertFalse(collar.isDeleted)
                XCTAssertNil(collar.pet)
                XCTAssertEqual(try parent.count(for: FetchRequest<Pet>()), 0)
                parent.redo()
                XCTAssertTrue(collar.pet?.collar === collar)
                XCTAssertEqual(try parent.count(for: FetchRequest<Pet>()), 1)
                parent.undo()
                try parent.save()
                let other = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
                XCTAssertEqual(try other.count(for: FetchRequest<Collar>()), 1)
                XCTAssertEqual(try other.count(for: FetchRequest<Pet>()), 0)
            }
        }
    }
}
