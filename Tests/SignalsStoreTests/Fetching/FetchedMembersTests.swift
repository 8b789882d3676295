import SignalsStore
import XCTest

/// The to-manys of what a fetch returns, after they were read and changed elsewhere.
final class FetchedMembersTests: XCTestCase {
    /// Changes each kind of to-many of Ada and of a plan in a context.
    private func change(_ context: ManagedObjectContext) throws {
        let (ada, plan): (Member, Plan) = (try context.find("Ada"), try context.find("Spring"))
        ada.clubs = [try context.find("Chess")]
        ada.jobs = [try context.find("Dust")]
        ada.friends = [try context.find("Ben")]
        plan.helpers = [try context.find("Ben"), ada]
        plan.steps = [try context.find("Dust")]
    }

    private func members(_ ada: Member, _ plan: Plan) -> [[String]] {
        [ada.clubs.map(\.name), ada.jobs.map(\.name), ada.friends.map(\.name), plan.helpers.names, plan.steps.names]
    }

    private let none: [[String]] = [[], [], [], [], []]
    private let all = [["Chess"], ["Dust"], ["Ben"], ["Ben", "Ada"], ["Dust"]]

    private func makeStore() throws -> (PersistentContainer, ManagedObjectContext) {
        let container = try makeContainer(makeHousehold())
        let context = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
        for name in ["Ada", "Ben"] { _ = Member(name, in: context) }
        _ = (Job("Dust", in: context), Club("Chess", in: context), Plan("Spring", in: context))
        try context.save()
        return (container, context)
    }

    func testWhereOthersAreNotFollowedAFetchBringsWhatTheySaved() throws {
        let (container, other) = try makeStore()
        let here = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
        let (ada, plan): (Member, Plan) = (try here.find("Ada"), try here.find("Spring"))
        XCTAssertEqual(members(ada, plan), none)
        try change(other)
        try other.save()
        XCTAssertEqual(members(ada, plan), none)
        _ = try here.fetch(FetchRequest<Member>())
        XCTAssertEqual(members(ada, plan)[..<3], all[..<3])
        XCTAssertEqual(plan.helpers, [], "the plan was not fetched")
        _ = try here.fetch(FetchRequest<Plan>())
        XCTAssertEqual(members(ada, plan), all)
        XCTAssertFalse(here.hasChanges)
    }

    func testAChildHasAtItsNextFetchWhatItsParentChanged() throws {
        for follows in [false, true] {
            let (_, parent) = try makeStore()
            let child = ManagedObjectContext(concurrencyType: .mainQueue, parent: parent)
            child.automaticallyMergesChangesFromParent = follows
            let grandchild = ManagedObjectContext(concurrencyType: .mainQueue, parent: child)
            let (ada, plan): (Member, Plan) = (try child.find("Ada"), try child.find("Spring"))
            let (copy, copiedPlan): (Member, Plan) = (try grandchild.find("Ada"), try grandchild.find("Spring"))
            XCTAssertEqual(members(ada, plan), none)
            XCTAssertEqual(members(copy, copiedPlan), none)
            try change(parent)
            for context in [child, grandchild] {
                _ = try context.fetch(FetchRequest<Member>())
                _ = try context.fetch(FetchRequest<Plan>())
            }
            XCTAssertEqual(members(ada, plan), all, "follows: \(follows)")
            XCTAssertEqual(members(copy, copiedPlan), all, "follows: \(follows)")
            XCTAssertFalse(child.hasChanges)
        }
    }

    func testAChildThatFollowsHearsOfTheLinksThatItsParentSaved() throws {
        let (_, parent) = try makeStore()
        let child = ManagedObjectContext(concurrencyType: .mainQueue, parent: parent)
        child.automaticallyMergesChangesFromParent = true
        let (ada, plan): (Member, Plan) = (try child.find("Ada"), try child.find("Spring"))
        XCTAssertEqual(members(ada, plan), none)
        try change(parent)
        try parent.save()
        _ = try child.count(for: FetchRequest<Member>())
        XCTAssertEqual(members(ada, plan), all)
        let plans: Plan = try parent.find("Spring")
        plans.helpers.reverse()
        try parent.save()
        _ = try child.count(for: FetchRequest<Member>())
        XCTAssertEqual(plan.helpers.names, ["Ada", "Ben"])
    }

    func testAFetchKeepsLocalChangesOfMembers() throws {
        let (container, other) = try makeStore()
        let here = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
        let (ada, plan): (Member, Plan) = (try here.find("Ada"), try here.find("Spring"))
        XCTAssertEqual(members(ada, plan), none)
        plan.helpers = [ada]
        ada.friends = [ada]
        try change(other)
        try other.save()
        _ = try here.fetch(FetchRequest<Member>())
        _ = try here.fetch(FetchRequest<Plan>())
        // With what others did to the same members.
        XCTAssertEqual(plan.helpers.names, ["Ben", "Ada"])
        XCTAssertEqual(ada.friends.sortedNames, ["Ada", "Ben"])
        XCTAssertEqual(ada.clubs.map(\.name), ["Chess"])
        XCTAssertEqual(here.updatedObjects, [ada, plan])
    }

    func testAFetchBringsWhatOthersDidToMembersBesideOnesThatArePendingHere() throws {
        let (container, other) = try makeStore()
        let here = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
        try change(other)
        try other.save()
        let (ada, plan): (Member, Plan) = (try here.find("Ada"), try here.find("Spring"))
        XCTAssertEqual(members(ada, plan), all)
        let mop = Job("Mop", in: here)
        (mop.assignee, mop.plan) = (ada, plan)
        let wipe = Job("Wipe", in: other)
        (wipe.assignee, wipe.plan) = (try other.find("Ada"), try other.find("Spring"))
        try other.find(Job.self, "Dust").assignee = nil
        try other.find(Job.self, "Dust").plan = nil
        try other.save()
        _ = try here.fetch(FetchRequest<Member>())
        _ = try here.fetch(FetchRequest<Plan>())
        XCTAssertEqual(ada.jobs.sortedNames, ["Mop", "Wipe"])
        XCTAssertEqual(plan.steps.names, ["Wipe", "Mop"])
        try here.save()
        XCTAssertEqual(ada.jobs.sortedNames, ["Mop", "Wipe"])
        XCTAssertEqual(plan.steps.names, ["Wipe", "Mop"])
    }

    func testAMemberThatAFetchTookOutCanBePutBack() throws {
        let (container, other) = try makeStore()
        try change(other)
        try other.save()
        let here = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
        let (ada, dust): (Member, Job) = (try here.find("Ada"), try here.find("Dust"))
        XCTAssertEqual(ada.jobs, [dust])
        let theirs: Job = try other.find("Dust")
        (theirs.assignee, theirs.plan) = (nil, nil)
        try other.save()
        _ = try here.fetch(FetchRequest<Member>())
        XCTAssertEqual(ada.jobs, [])
        XCTAssertNil(dust.assignee, "both ends agree")
        ada.jobs.insert(dust)
        XCTAssertEqual(here.updatedObjects, [dust])
        try here.save()
        let fresh = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
        XCTAssertEqual(try fresh.find(Member.self, "Ada").jobs.names, ["Dust"])
    }

    func testAFetchBringsWhatOthersDidToMembersOfAnObjectThatWasMadeHere() throws {
        let container = try makeContainer(makeHousehold())
        let here = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
        let (ada, dust) = (Member("Ada", in: here), Job("Dust", in: here))
        dust.assignee = ada
        try here.save()
        let other = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
        try other.existingObject(with: dust.objectID).assignee = nil
        try other.save()
        _ = try here.fetch(FetchRequest<Member>())
        XCTAssertEqual(ada.jobs, [])
    }

    /// The owner that it is back at holds it as one that the store knows.
    func testAMemberWhoseMoveIsTakenBackIsWhereOthersMoveItLater() throws {
        let ways: [(String, (ManagedObjectContext, Job) -> Void)] = [
            ("rollback", { context, _ in context.rollback() }),
            ("undo", { context, _ in context.undo() }),
            ("refresh", { context, job in context.refresh(job, mergeChanges: false) }),
        ]
        for (what, takeBack) in ways {
            for follows in [false, true] {
                let container = try makeContainer(makeHousehold())
                let context = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
                context.automaticallyMergesChangesFromParent = follows
                let (ada, ben, cy) = (Member("Ada", in: context), Member("Ben", in: context), Member("Cy", in: context))
                let job = Job("Job", in: context)
                job.assignee = ada
                try context.save()
                XCTAssertEqual([ada, ben, cy].map(\.jobs.count), [1, 0, 0])
                job.assignee = ben
                takeBack(context, job)
                XCTAssertEqual([ada, ben, cy].map(\.jobs.count), [1, 0, 0], what)
                XCTAssertFalse(context.hasChanges, what)
                try container.inBackground { other in
                    other.object(with: job.objectID).assignee = other.object(with: cy.objectID)
                    try other.save()
                }
                XCTAssertEqual(try context.fetch(FetchRequest<Member>()).count, 3)
                XCTAssertEqual([ada, ben, cy].map(\.jobs.count), [0, 0, 1], "\(what), follows: \(follows)")
                XCTAssertEqual(job.assignee, cy, what)
            }
        }
    }

    func testAMemberThatAPrefetchTakesOutIsReadAgain() throws {
        let container = try makeContainer(makeHousehold())
        let context = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
        let (ada, ben, job) = (Member("Ada", in: context), Member("Ben", in: context), Job("Job", in: context))
        let free = Job("Free", in: context)
        (job.assignee, free.assignee) = (ada, ada)
        try context.save()
        XCTAssertEqual([ada, ben].map(\.jobs.count), [2, 0])
        try container.inBackground { other in
            other.object(with: job.objectID).assignee = other.object(with: ben.objectID)
            other.object(with: free.objectID).assignee = nil
            try other.save()
        }
        var request = FetchRequest<Member>()
        request.relationshipKeyPathsForPrefetching = [\.jobs]
        XCTAssertEqual(try context.fetch(request).count, 2)
        XCTAssertEqual([ada, ben].map(\.jobs.count), [0, 1])
        XCTAssertEqual(job.assignee, ben)
        XCTAssertNil(free.assignee)
    }
}
