import SignalsStore
import XCTest

private final class Crate: ManagedObject {
    @Relationship(deleteRule: .cascade) var row: [Bottle] = []
    @Relationship var marked: Set<Bottle> = []
    @Relationship var tasted: [Bottle] = []
}

private final class Bottle: ManagedObject {
    @Attribute var number = 0
    @Relationship(inverse: \Crate.row) var crate: Crate?
    @Relationship(inverse: \Crate.marked) var marker: Crate?
    @Relationship(inverse: \Crate.tasted) var tasters: Set<Crate> = []
}

/// Many objects that others deleted, and that to-manys held which were read.
final class ManyGoneMembersTests: XCTestCase {
    private func withCrate(
        _ body: (_ mine: Crate, _ bottles: [Bottle], _ theirs: Crate, _ other: ManagedObjectContext) throws -> Void
    ) throws {
        let container = try makeContainer(ManagedObjectModel(Crate.self, Bottle.self))
        let context = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
        let other = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
        context.automaticallyMergesChangesFromParent = true
        context.isUndoEnabled = true
        let theirs = Crate(context: other)
        theirs.row = (0..<60).map { number in
            let bottle = Bottle(context: other)
            bottle.number = number
            return bottle
        }
        theirs.marked = Set(theirs.row)
        theirs.tasted = theirs.row.reversed()
        try other.save()
        let bottles = try context.fetch(FetchRequest<Bottle>(sortBy: [SortDescriptor(\.number)]))
        let mine = try context.existingObject(with: theirs.objectID)
        for bottle in bottles { XCTAssertTrue(bottle.crate === mine && bottle.tasters == [mine]) }
        XCTAssertEqual([mine.row.count, mine.marked.count, mine.tasted.count], [60, 60, 60])
        try body(mine, bottles, theirs, other)
    }

    func testTheOthersStayInTheirOrder() throws {
        try withCrate { mine, bottles, theirs, other in
            for bottle in theirs.row where bottle.number % 3 > 0 { other.delete(bottle) }
            try other.save()
            _ = try mine.managedObjectContext?.count(for: FetchRequest<Bottle>())
            let left = (0..<20).map { $0 * 3 }
            XCTAssertEqual(mine.row.map(\.number), left)
            XCTAssertEqual(Set(mine.marked.map(\.number)), Set(left))
            XCTAssertEqual(mine.tasted.map(\.number), left.reversed())
            XCTAssertEqual(bottles.filter { $0.managedObjectContext != nil }.map(\.number), left)
            XCTAssertEqual(mine.managedObjectContext?.hasChanges, false)
        }
    }

    /// What is pending of the lists stays so, and undo takes it back.
    func testPendingChangesStayAndAreUndone() throws {
        try withCrate { mine, bottles, theirs, other in
            let context = try XCTUnwrap(mine.managedObjectContext)
            mine.row.remove(at: 0)
            mine.row.insert(bottles[0], at: 30)
            mine.tasted.remove(at: 0)
            for bottle in theirs.row where (10..<50).contains(bottle.number) { other.delete(bottle) }
            try other.save()
            _ = try context.count(for: FetchRequest<Bottle>())
            XCTAssertEqual(mine.row.map(\.number), Array(1..<10) + [0] + Array(50..<60))
            XCTAssertEqual(mine.tasted.map(\.number), (Array(0..<10) + Array(50..<59)).reversed())
            while context.canUndo { context.undo() }
            XCTAssertEqual(mine.row.map(\.number), Array(0..<10) + Array(50..<60))
            XCTAssertEqual(mine.tasted.map(\.number), (Array(0..<10) + Array(50..<60)).reversed())
            XCTAssertFalse(context.hasChanges)
        }
    }

    func testAnOwnerThatIsGoneWithThemLeavesNothing() throws {
        try withCrate { mine, bottles, theirs, other in
            let context = try XCTUnwrap(mine.managedObjectContext)
            other.delete(theirs)
            try other.save()
            XCTAssertEqual(try context.count(for: FetchRequest<Bottle>()), 0)
            XCTAssertNil(mine.managedObjectContext)
            XCTAssertEqual([mine.row.count, mine.marked.count, mine.tasted.count], [0, 0, 0])
            XCTAssertTrue(
                bottles.allSatisfy { $0.managedObjectContext == nil && $0.crate == nil && $0.tasters.isEmpty })
        }
    }
}
