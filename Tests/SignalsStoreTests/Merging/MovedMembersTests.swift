import SignalsStore
import XCTest

/// Members of lists that keep their places themselves, where two contexts move them.
final class MovedMembersTests: XCTestCase {
    private func makeLists() throws -> PersistentContainer {
        let container = try makeContainer(makeHousehold())
        try container.inBackground { context in
            Plan("old", in: context).steps = ["first", "second"].map { Job($0, in: context) }
            Plan("new", in: context).steps = [Job("third", in: context)]
            try context.save()
        }
        return container
    }

    private func steps(_ name: String, _ container: PersistentContainer) throws -> [String] {
        try container.inBackground { try $0.find(Plan.self, name).steps.names }
    }

    private func checkAPlaceInAnotherList(follows: Bool) throws {
        let container = try makeLists()
        let context = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
        context.automaticallyMergesChangesFromParent = follows
        let (old, new): (Plan, Plan) = (try context.find("old"), try context.find("new"))
        XCTAssertEqual(new.steps.names, ["third"])
        old.steps = old.steps.reversed()
        try container.inBackground { other in
            try other.find(Job.self, "second").plan = try other.find("new")
            try other.save()
        }
        if follows {
            _ = try context.count(for: FetchRequest<Plan>())
            XCTAssertEqual(new.steps.names, ["third", "second"])
            XCTAssertEqual(old.steps.names, ["first"])
        }
        try context.save()
        XCTAssertEqual(try steps("new", container), ["third", "second"], "follows: \(follows)")
        XCTAssertEqual(try steps("old", container), ["first"])
        context.refreshAllObjects()
        XCTAssertEqual(new.steps.names, ["third", "second"], "follows: \(follows)")
    }

    func testAMemberThatOthersMoveToAnotherListHasThePlaceThatTheyGaveIt() throws {
        try checkAPlaceInAnotherList(follows: true)
        try checkAPlaceInAnotherList(follows: false)
    }

    func testAMemberThatAParentMovesToAnotherListHasThePlaceThatThatGaveIt() throws {
        let container = try makeLists()
        let parent = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
        let child = ManagedObjectContext(concurrencyType: .mainQueue, parent: parent)
        child.automaticallyMergesChangesFromParent = true
        let empty = Plan("empty", in: parent)
        try parent.save()
        let (old, copy): (Plan, Plan) = (try child.find("old"), try child.find("empty"))
        copy.steps = old.steps
        let first: Job = try child.find("first")
        first.plan = old
        try parent.find(Job.self, "first").plan = empty
        try child.save()
        XCTAssertEqual(empty.steps.names, ["first", "second"])
        try parent.save()
        XCTAssertEqual(try steps("empty", container), ["first", "second"])
    }

    func testAChildSavesItsOrderThroughAParentThatTookAMemberOut() throws {
        let container = try makeLists()
        let parent = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
        let child = ManagedObjectContext(concurrencyType: .mainQueue, parent: parent)
        let copy: Plan = try child.find("new")
        XCTAssertEqual(copy.steps.names, ["third"])
        copy.steps.insert(try child.find("first"), at: 0)
        try parent.find(Job.self, "third").plan = nil
        try child.saveThroughParent()
        XCTAssertEqual(try steps("new", container), ["first", "third"])
        XCTAssertEqual(try parent.find(Plan.self, "new").steps.names, ["first"])
    }

    func testAMemberKeepsItsPlaceInANewListThoughOthersPutItIntoAnother() throws {
        let container = try makeContainer(makeHousehold())
        let context = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
        context.automaticallyMergesChangesFromParent = true
        let (second, first) = (Job("second", in: context), Job("first", in: context))
        let other = Plan("other", in: context)
        // The first place of a list, and in none.
        first.plan = other
        first.plan = nil
        Job("third", in: context).plan = other
        try context.save()
        let plan = Plan("plan", in: context)
        for job in [first, second] { job.plan = plan }
        try container.inBackground { background in
            try background.find(Plan.self, "other").steps.append(try background.find("first"))
            try background.save()
        }
        _ = try context.count(for: FetchRequest<Plan>())
        XCTAssertEqual(plan.steps.names, ["first", "second"])
        context.mergePolicy = .mergeByPropertyObjectTrump
        try context.save()
        XCTAssertEqual(try steps("plan", container), ["first", "second"])
    }

    func testAnOrderIsUndoneWithoutTheMemberThatOthersMovedToAnotherList() throws {
        let container = try makeLists()
        let context = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
        context.automaticallyMergesChangesFromParent = true
        let (old, new): (Plan, Plan) = (try context.find("old"), try context.find("new"))
        new.steps = ["a", "b", "c"].map { Job($0, in: context) }
        try context.save()
        context.isUndoEnabled = true
        old.steps = old.steps.reversed()
        try context.save()
        try container.inBackground { other in
            try other.find(Plan.self, "new").steps.append(try other.find("second"))
            try other.save()
        }
        _ = try context.count(for: FetchRequest<Plan>())
        XCTAssertEqual(new.steps.names, ["a", "b", "c", "second"])
        context.undo()
        XCTAssertEqual(new.steps.names, ["a", "b", "c", "second"])
        XCTAssertFalse(context.updatedObjects.contains(try context.find(Job.self, "second")))
        try context.save()
        XCTAssertEqual(try steps("new", container), ["a", "b", "c", "second"])
    }

    func testAListInItsOldOrderTakesTheOrderThatOthersMade() throws {
        for follows in [true, false] {
            let container = try makeLists()
            let context = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
            context.automaticallyMergesChangesFromParent = follows
            let plan: Plan = try context.find("old")
            let second = plan.steps.removeLast()
            plan.steps.append(second)
            XCTAssertEqual(plan.steps.names, ["first", "second"])
            try container.inBackground { other in
                let plan: Plan = try other.find("old")
                plan.steps = plan.steps.reversed()
                try other.save()
            }
            if follows {
                _ = try context.count(for: FetchRequest<Plan>())
                XCTAssertEqual(plan.steps.names, ["second", "first"])
            }
            try context.save()
            XCTAssertEqual(try steps("old", container), ["second", "first"], "follows: \(follows)")
        }
    }
}
