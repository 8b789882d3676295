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
}

private final class Choir: ManagedObject {
    @Relationship var singers: [Singer] = []
}

private final class Singer: ManagedObject {
    @Relationship(inverse: \Choir.singers) var choirs: Set<Choir> = []
}
