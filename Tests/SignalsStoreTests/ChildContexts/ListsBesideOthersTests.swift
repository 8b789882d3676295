import Foundation
import SignalsStore
import XCTest

/// Lists of a child whose parent merges what others did to them.
final class ListsBesideOthersTests: XCTestCase {
    func testAChildHasTheOrderThatItsParentMadeOfWhatOthersAdded() throws {
        let container = try makeContainer(makeHousehold())
        let parent = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
        let child = ManagedObjectContext(concurrencyType: .mainQueue, parent: parent)
        let other = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
        for context in [parent, child] { context.automaticallyMergesChangesFromParent = true }
        let jobs = ["first", "ours", "theirs"].map { Job($0, in: other) }
        Plan("plan", in: other).steps = [jobs[0]]
        try other.save()
        let plan: Plan = try parent.find("plan")
        try parent.find(Job.self, "ours").plan = plan
        let copy: Plan = try child.find("plan")
        let known = try child.fetch(FetchRequest<Job>())
        XCTAssertEqual(copy.steps.names, ["first", "ours"])
        jobs[2].plan = jobs[0].plan
        try other.save()
        _ = try parent.count(for: FetchRequest<Plan>())
        _ = try child.count(for: FetchRequest<Plan>())
        XCTAssertEqual(plan.steps.names, ["first", "theirs", "ours"])
        XCTAssertEqual(copy.steps.names, ["first", "theirs", "ours"])
        withExtendedLifetime(known) { XCTAssertFalse(child.hasChanges) }
    }

    /// Also in a list that is not read when the member comes back.
    func testAMemberThatLeavesAListAndComesBackIsItsLast() throws {
        for isRead in [false, true] {
            let container = try makeContainer(ManagedObjectModel(Choir.self, Singer.self))
            let parent = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
            let (choir, singers) = (Choir(context: parent), (0..<2).map { _ in Singer(context: parent) })
            choir.singers = singers
            let child = ManagedObjectContext(concurrencyType: .mainQueue, parent: parent)
            child.isUndoEnabled = false
            let mine = try child.existingObject(with: choir.objectID)
            let first = try child.existingObject(with: singers[0].objectID)
            mine.singers.removeAll { $0 === first }
            child.refreshAllObjects()
            if isRead { XCTAssertEqual(mine.singers.count, 1) }
            first.choirs.insert(mine)
            try child.save()
            XCTAssertEqual(choir.singers, [singers[1], singers[0]], "read: \(isRead)")
            try parent.save()
            let other = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
            let stored = try other.existingObject(with: choir.objectID).singers.map(\.objectID)
            XCTAssertEqual(stored, [singers[1].objectID, singers[0].objectID], "read: \(isRead)")
        }
    }

    /// What the list ended with when it was read last does not count.
    func testAMemberThatComesBackIsTheLastOfWhatTheParentHasByThen() throws {
        let container = try makeContainer(ManagedObjectModel(Choir.self, Singer.self))
        let parent = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
        let (choir, singers) = (Choir(context: parent), (0..<2).map { _ in Singer(context: parent) })
        choir.singers = singers
        try parent.save()
        let child = ManagedObjectContext(concurrencyType: .mainQueue, parent: parent)
        child.isUndoEnabled = false
        let mine = try child.existingObject(with: choir.objectID)
        let (first, second) = (singers[0].objectID, singers[1].objectID)
        mine.singers.removeAll { $0.objectID == first }
        parent.delete(singers[1])
        child.refreshAllObjects()
        XCTAssertEqual(mine.singers, [])
        parent.rollback()
        child.refreshAllObjects()
        try child.existingObject(with: first).choirs.insert(mine)
        XCTAssertEqual(mine.singers.map(\.objectID), [second, first])
        try child.save()
        XCTAssertEqual(try parent.existingObject(with: choir.objectID).singers.map(\.objectID), [second, first])
    }

    /// The parent has moved it to that list, and did not save that.
    func testAPlaceSavedThroughTheParentLeavesTheMembersStoredPlaceInAnotherList() throws {
        let container = try makeContainer(makeHousehold())
        let parent = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
        let (spring, summer) = (Plan("spring", in: parent), Plan("summer", in: parent))
        let jobs = ["first", "second", "third"].map { Job($0, in: parent) }
        (spring.steps, summer.steps) = ([jobs[0], jobs[1]], [jobs[2]])
        try parent.save()
        jobs[1].plan = summer
        let child = ManagedObjectContext(concurrencyType: .mainQueue, parent: parent)
        let copy: Plan = try child.find("summer")
        copy.steps = [try child.find("second"), try child.find("third")]
        try child.saveThroughParent()
        parent.rollback()
        XCTAssertEqual(spring.steps.names, ["first", "second"])
        let other = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
        XCTAssertEqual(try other.find(Plan.self, "spring").steps.names, ["first", "second"])
    }

    /// The member has the place here from which the parent has moved it meanwhile.
    func testAnOrderOfTheChildHoldsWhereTheParentMovedAMemberAway() throws {
        for isSaved in [false, true] {
            let container = try makeContainer(makeHousehold())
            let parent = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
            let plan = Plan("plan", in: parent)
            let jobs = ["first", "second", "third"].map { Job($0, in: parent) }
            plan.steps = jobs
            if isSaved { try parent.save() }
            let child = ManagedObjectContext(concurrencyType: .mainQueue, parent: parent)
            child.isUndoEnabled = isSaved
            let steps = try child.find(Plan.self, "plan").steps
            // Nobody but the context holds the list until the save.
            try child.find(Plan.self, "plan").steps = [steps[1], steps[2], steps[0]]
            jobs[1].plan = nil
            jobs[1].plan = plan
            XCTAssertEqual(plan.steps.names, ["first", "third", "second"])
            try child.save()
            XCTAssertEqual(plan.steps.names, ["second", "third", "first"], "saved: \(isSaved)")
        }
    }

    func testMembersInOnePositionAreNotChangedByAChildThatAddsToTheirList() throws {
        let container = try makeContainer(makeHousehold())
        let parent = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
        let (child, other) = (
            ManagedObjectContext(concurrencyType: .mainQueue, parent: parent),
            ManagedObjectContext(concurrencyType: .mainQueue, container: container)
        )
        for context in [parent, child] { context.automaticallyMergesChangesFromParent = true }
        let plan = Plan("plan", in: parent)
        let jobs = ["first", "second", "third", "fourth"].map { Job($0, in: parent) }
        jobs[0].plan = plan
        jobs[0].plan = nil
        try parent.save()
        try other.find(Job.self, "second").plan = try other.find("plan")
        try other.save()
        let copy: Plan = try child.find("plan")
        let mine: Job = try child.find("third")
        mine.plan = copy
        parent.undo()
        for (save, names) in [["first", "second", "third"], ["first", "second", "fourth", "third"]].enumerated() {
            if save > 0 { jobs[3].plan = plan }
            try parent.save()
            _ = try child.fetch(FetchRequest<Job>())
            XCTAssertEqual(copy.steps.names, names)
            XCTAssertEqual(child.updatedObjects, [mine])
        }
    }

    /// What was taken back here is no order of it.
    func testAMemberThatTheParentAddsIsBeforeThoseOfTheChildThoughTheChildHadAddedIt() throws {
        let container = try makeContainer(ManagedObjectModel(Choir.self, Singer.self))
        let parent = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
        let (choir, singers) = (Choir(context: parent), (0..<2).map { _ in Singer(context: parent) })
        let child = ManagedObjectContext(concurrencyType: .mainQueue, parent: parent)
        child.isUndoEnabled = false
        let mine = try child.existingObject(with: choir.objectID)
        let copies = try singers.map { try child.existingObject(with: $0.objectID) }
        mine.singers = [copies[1], copies[0]]
        child.refreshAllObjects()
        copies[0].choirs.remove(mine)
        choir.singers = [singers[0]]
        child.refreshAllObjects()
        XCTAssertEqual(mine.singers, copies)
        try child.save()
        XCTAssertEqual(choir.singers, singers)
    }

    /// Under a policy that prefers the parent: it has put a member elsewhere that the child took out, and no other.
    func testAnOrderOfTheChildIsKeptWhereTheParentMovedOnlyWhatTheChildTookOut() throws {
        for isSaved in [false, true] {
            let container = try makeContainer(ManagedObjectModel(Choir.self, Singer.self))
            let parent = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
            let (choir, singers) = (Choir(context: parent), (0..<3).map { _ in Singer(context: parent) })
            choir.singers = singers
            let child = ManagedObjectContext(concurrencyType: .mainQueue, parent: parent)
            child.mergePolicy = .mergeByPropertyStoreTrump
            let mine = try child.existingObject(with: choir.objectID)
            let copies = try singers.map { try child.existingObject(with: $0.objectID) }
            mine.singers = [copies[1], copies[0]]
            choir.singers = [singers[0], singers[2], singers[1]]
            if !isSaved {
                child.refreshAllObjects()
                XCTAssertEqual(mine.singers, [copies[1], copies[0]])
            }
            try child.save()
            XCTAssertEqual(choir.singers, [singers[1], singers[0]], "saved unread: \(isSaved)")
        }
    }

    func testAChildEndsAPendingLinkOfItsParentToWhatIsGone() throws {
        for policy in [MergePolicy.error, .rollback, .mergeByPropertyStoreTrump] {
            let container = try makeContainer(ManagedObjectModel(Choir.self, Singer.self))
            let (parent, other) = (
                ManagedObjectContext(concurrencyType: .mainQueue, container: container),
                ManagedObjectContext(concurrencyType: .mainQueue, container: container)
            )
            parent.automaticallyMergesChangesFromParent = true
            let (choir, singer) = (Choir(context: other), Singer(context: other))
            try other.save()
            try parent.existingObject(with: choir.objectID).guests = [parent.existingObject(with: singer.objectID)]
            let child = ManagedObjectContext(concurrencyType: .mainQueue, parent: parent)
            child.mergePolicy = policy
            try child.existingObject(with: choir.objectID).guests = []
            // Of the other end's own change nothing is left with it.
            if policy != .error { try child.existingObject(with: singer.objectID).number = 7 }
            other.delete(singer)
            try other.save()
            _ = try parent.fetch(FetchRequest<Singer>())
            try child.save()
            XCTAssertNoThrow(try parent.save(), "\(policy)")
        }
    }

    func testAnUndoneDeletionOfWhatTheParentDeletedToo() throws {
        let container = try makeContainer(ManagedObjectModel(Choir.self, Singer.self))
        let parent = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
        let (choir, first, second) = (Choir(context: parent), Singer(context: parent), Singer(context: parent))
        choir.singers = [first, second]
        let child = ManagedObjectContext(concurrencyType: .mainQueue, parent: parent)
        child.automaticallyMergesChangesFromParent = true
        let mine = try child.existingObject(with: choir.objectID)
        let known = mine.singers
        child.delete(known[0])
        parent.delete(first)
        child.refreshAllObjects()
        child.undo()
        child.refreshAllObjects()
        XCTAssertEqual(mine.singers.map(\.objectID), [second.objectID])
        XCTAssertEqual(child.updatedObjects, [])
    }
}

private final class Choir: ManagedObject {
    @Relationship var guests: Set<Singer> = []
    @Relationship var singers: [Singer] = []
}

private final class Singer: ManagedObject {
    @Attribute var number = 0
    @Relationship(inverse: \Choir.singers) var choirs: Set<Choir> = []
}
