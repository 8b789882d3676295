import SignalsStore
import XCTest

/// A deletion that is undone, after others changed what it led to.
final class UndoneDeletionTests: XCTestCase {
    func testAMemberThatOthersTookOutMeanwhileIsNotGivenAPlace() throws {
        for isChild in [false, true] {
            let container = try makeContainer(ManagedObjectModel(Poem.self, Verse.self))
            let other = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
            let (poem, verses) = (Poem(context: other), [Verse(context: other), Verse(context: other)])
            poem.verses = [verses[0]]
            try other.save()
            let parent = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
            parent.automaticallyMergesChangesFromParent = true
            let here = isChild ? ManagedObjectContext(concurrencyType: .mainQueue, parent: parent) : parent
            here.automaticallyMergesChangesFromParent = true
            let mine = try here.existingObject(with: poem.objectID)
            let known = mine.verses
            here.delete(mine)
            XCTAssertTrue(known.allSatisfy(\.isDeleted))
            poem.verses = [verses[1]]
            try other.save()
            _ = try here.count(for: FetchRequest<Verse>())
            here.undo()
            XCTAssertFalse(here.hasChanges, "child: \(isChild)")
            _ = try here.count(for: FetchRequest<Verse>())
            XCTAssertEqual(mine.verses.map(\.objectID), [verses[1].objectID], "child: \(isChild)")
        }
    }

    func testADeletionOfWhatIsGoneTakesNoEqualValueOfOthersWithIt() throws {
        let container = try makeContainer(ManagedObjectModel(Poem.self, Verse.self))
        let other = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
        let verses = [Verse(context: other), Verse(context: other)]
        try other.save()
        let here = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
        here.automaticallyMergesChangesFromParent = true
        let assigned = try here.existingObject(with: verses[0].objectID)
        assigned.number = assigned.number
        here.delete(try here.existingObject(with: verses[1].objectID))
        other.delete(verses[1])
        try other.save()
        _ = try here.count(for: FetchRequest<Verse>())
        here.undo()
        XCTAssertEqual(here.updatedObjects, [assigned])
        here.undo()
        XCTAssertFalse(here.hasChanges)
    }

    func testAnOrderThatTheParentMadeMeanwhileIsNoChangeHere() throws {
        let container = try makeContainer(makeProjects())
        let parent = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
        let list = Playlist("Spring", in: parent)
        list.songs = [Song("one", in: parent), Song("two", in: parent)]
        let child = ManagedObjectContext(concurrencyType: .mainQueue, parent: parent)
        child.automaticallyMergesChangesFromParent = true
        let mine = try child.find(Playlist.self, "Spring")
        XCTAssertEqual(mine.songs.names, ["one", "two"])
        child.delete(mine)
        list.songs.reverse()
        child.refreshAllObjects()
        child.undo()
        XCTAssertFalse(child.hasChanges)
        child.refreshAllObjects()
        XCTAssertEqual(mine.songs.names, ["two", "one"])
    }

    func testAPlaceThatWasPendingBeforeTheDeletionIsPendingAgain() throws {
        let container = try makeContainer(ManagedObjectModel(Poem.self, Verse.self))
        let other = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
        let (poem, verses) = (Poem(context: other), [Verse(context: other), Verse(context: other)])
        poem.verses = verses
        try other.save()
        let here = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
        here.automaticallyMergesChangesFromParent = true
        let mine = try here.existingObject(with: poem.objectID)
        mine.verses.reverse()
        here.delete(mine)
        verses[0].number = 7
        try other.save()
        _ = try here.count(for: FetchRequest<Verse>())
        here.undo()
        _ = try here.count(for: FetchRequest<Verse>())
        XCTAssertEqual(mine.verses.map(\.number), [0, 7])
        try here.save()
        XCTAssertEqual(try container.listOfVerses(), [0, 7])
    }

    func testWhatAnUndoneDeletionTookWithItIsSparedByALaterOne() throws {
        let container = try makeContainer(ManagedObjectModel(Carriage.self, Horse.self))
        let parent = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
        let carriage = Carriage(context: parent)
        carriage.horse = Horse(context: parent)
        try parent.save()
        let form = ManagedObjectContext(concurrencyType: .mainQueue, parent: parent)
        let mine = try form.existingObject(with: carriage.objectID)
        form.delete(mine)
        form.undo()
        mine.horse = nil
        form.delete(mine)
        try form.save()
        try parent.save()
        XCTAssertEqual(try parent.count(for: FetchRequest<Carriage>()), 0)
        XCTAssertEqual(try parent.count(for: FetchRequest<Horse>()), 1)
    }

    func testARedoneDeletionGivesUpWhatItImpliedWhereAPolicyGivesItUp() throws {
        let container = try makeContainer(ManagedObjectModel(Carriage.self, Horse.self))
        let other = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
        let carriage = Carriage(context: other)
        carriage.horse = Horse(context: other)
        try other.save()
        let here = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
        here.mergePolicy = .mergeByPropertyStoreTrump
        here.delete(try here.existingObject(with: carriage.objectID))
        here.undo()
        here.redo()
        carriage.seats = 4
        try other.save()
        try here.save()
        XCTAssertEqual(try here.count(for: FetchRequest<Carriage>()), 1)
        XCTAssertEqual(try here.count(for: FetchRequest<Horse>()), 1)
    }

    func testBothEndsAreBackWhenDeletionsUnderDenyAreUndoneAfterTheirSave() throws {
        for carFirst in [true, false] {
            let container = try makeContainer(ManagedObjectModel(Van.self, Courier.self))
            let context = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
            let (van, courier) = (Van(context: context), Courier(context: context))
            courier.vans = [van]
            try context.save()
            context.undoGrouping {
                for object in carFirst ? [van, courier] : [courier, van] { context.delete(object) }
            }
            try context.save()
            context.undo()
            XCTAssertTrue(van.courier === courier)
            XCTAssertEqual(courier.vans, [van])
            context.refreshAllObjects()
            XCTAssertEqual(courier.vans, [van])
            try context.save()
            let other = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
            XCTAssertEqual(try other.fetch(FetchRequest<Courier>()).map(\.vans.count), [1])
        }
    }

    func testAMemberThatCameBackToAnOwnerThatStayedIsFoundAgain() throws {
        let container = try makeContainer(ManagedObjectModel(Poem.self, Verse.self))
        let context = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
        let (poem, verse) = (Poem(context: context), Verse(context: context))
        poem.verses = [verse]
        try context.save()
        context.delete(verse)
        try context.save()
        context.undo()
        context.refreshAllObjects()
        XCTAssertEqual(poem.verses, [verse])
        context.redo()
        XCTAssertEqual(poem.verses, [])
    }

    func testALinkOneWayIsBackThoughOthersEndedItWhereTheyAreNotFollowed() throws {
        let container = try makeContainer(makeHousehold())
        let other = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
        let (plan, ada) = (Plan("Spring", in: other), Member("Ada", in: other))
        plan.helpers = [ada]
        try other.save()
        let here = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
        here.isUndoEnabled = true
        let (mine, known) = (try here.find(Plan.self, "Spring"), try here.find(Member.self, "Ada"))
        XCTAssertEqual(mine.helpers, [known])
        here.delete(known)
        here.refreshAllObjects()
        XCTAssertEqual(mine.helpers, [])
        plan.helpers = []
        try other.save()
        here.undo()
        XCTAssertEqual(mine.helpers, [known])
        XCTAssertFalse(here.hasChanges)
        here.refreshAllObjects()
        XCTAssertEqual(mine.helpers, [])
    }

    func testAReferenceThatWasMadeNilBeforeIsSavedAfterUndoOfADeletionThatMadeItNilToo() throws {
        let container = try makeContainer(ManagedObjectModel(Poem.self, Verse.self))
        let context = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
        let (poem, verse) = (Poem(context: context), Verse(context: context))
        verse.poem = poem
        try context.save()
        verse.poem = nil
        context.undoGrouping {
            poem.verses.append(verse)
            context.delete(poem)
        }
        context.undo()
        try context.save()
        context.refreshAllObjects()
        XCTAssertNil(verse.poem)
        XCTAssertEqual(poem.verses, [])
    }

    func testAnOwnerThatIsBackAfterItsMemberHasThatAgain() throws {
        let container = try makeContainer(ManagedObjectModel(Safe.self, Lock.self))
        let context = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
        let (safe, lock) = (Safe(context: context), Lock(context: context))
        lock.safe = safe
        try context.save()
        context.delete(safe)
        lock.safe = nil
        try context.save()
        context.undo()
        context.delete(lock)
        try context.save()
        context.undo()
        XCTAssertNil(lock.safe, "its safe is not back yet")
        context.undo()
        XCTAssertTrue(lock.safe === safe)
        XCTAssertEqual(safe.locks, [lock])
        try context.save()
        context.refreshAllObjects()
        XCTAssertEqual(safe.locks, [lock])
    }
}

/// Not deleted while it has locks.
private final class Safe: ManagedObject {
    @Relationship(deleteRule: .deny) var locks: Set<Lock> = []
}

private final class Lock: ManagedObject {
    @Relationship(inverse: \Safe.locks) var safe: Safe?
}

/// Verses in an order, which go with their poem.
private final class Poem: ManagedObject {
    @Relationship(deleteRule: .cascade) var verses: [Verse] = []
}

private final class Verse: ManagedObject {
    @Attribute var number = 0
    @Relationship(inverse: \Poem.verses) var poem: Poem?
}

private final class Van: ManagedObject {
    @Relationship(inverse: \Courier.vans, deleteRule: .deny) var courier: Courier?
}

private final class Courier: ManagedObject {
    @Relationship var vans: Set<Van> = []
}

private final class Carriage: ManagedObject {
    @Attribute var seats = 2
    @Relationship(deleteRule: .cascade) var horse: Horse?
}

private final class Horse: ManagedObject {
    @Attribute var age = 4
}

extension PersistentContainer {
    /// The numbers of the only poem's verses, as the store has them.
    fileprivate func listOfVerses() throws -> [Int] {
        let context = ManagedObjectContext(concurrencyType: .mainQueue, container: self)
        return try XCTUnwrap(context.fetch(FetchRequest<Poem>()).first).verses.map(\.number)
    }
}
