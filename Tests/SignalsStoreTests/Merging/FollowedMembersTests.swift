import Foundation
import XCTest

@testable import SignalsStore

/// A context that follows others takes over which members came and went, and does not read those again that stayed.
final class FollowedMembersTests: XCTestCase {
    private func isRead(_ owner: ManagedObject, _ name: String) throws -> Bool {
        let relationship = try XCTUnwrap(owner.entity.relationships.first { $0.name == name })
        return relationship.state(in: owner).pointee.isResolved
    }

    /// Reads a plan, a member and their relationships in a context that follows, and what they hold after others saved.
    private func follow(
        _ change: @Sendable (ManagedObjectContext, PersistentContainer) throws -> Void,
        _ check: (_ here: ManagedObjectContext, _ ada: Member, _ plan: Plan) throws -> Void
    ) throws {
        let container = try makeContainer(makeHousehold())
        try container.inBackground { context in
            let ada = Member("Ada", in: context)
            ada.jobs = [Job("Dust", in: context), Job("Mop", in: context)]
            ada.friends = [Member("Ben", in: context)]
            ada.clubs = [Club("Chess", in: context)]
            _ = (Member("Cleo", in: context), Club("Rowing", in: context))
            Plan("Spring", in: context).steps = [Job("Begin", in: context), Job("End", in: context)]
            try context.save()
        }
        let here = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
        here.automaticallyMergesChangesFromParent = true
        let (ada, plan): (Member, Plan) = (try here.find("Ada"), try here.find("Spring"))
        _ = (ada.jobs.count, ada.friends.count, ada.clubs.count, plan.steps.count)
        try container.inBackground { context in
            try change(context, container)
            try context.save()
        }
        _ = try here.count(for: FetchRequest<Room>())
        try check(here, ada, plan)
    }

    func testNewObjectsAreMembersOfWhatTheyReferTo() throws {
        try follow { context, _ in
            let plan = try context.find(Plan.self, "Spring")
            let (middle, last) = (Job("Middle", in: context), Job("Last", in: context))
            plan.steps.insert(middle, at: 1)
            plan.steps.append(last)
            try context.find(Member.self, "Ada").jobs.insert(middle)
        } _: { _, ada, plan in
            XCTAssertTrue(try isRead(plan, "steps"))
            XCTAssertTrue(try isRead(ada, "jobs"))
            XCTAssertEqual(plan.steps.names, ["Begin", "Middle", "End", "Last"])
            XCTAssertEqual(ada.jobs.sortedNames, ["Dust", "Middle", "Mop"])
            XCTAssertEqual(plan.steps[1].assignee, ada)
        }
    }

    func testKnownObjectsThatReferElsewhereAreMembersThere() throws {
        try follow { context, _ in
            let plan = try context.find(Plan.self, "Spring")
            let mop = try context.find(Job.self, "Mop")
            mop.assignee = nil
            mop.plan = plan
            plan.steps.remove(at: 0)
        } _: { _, ada, plan in
            XCTAssertTrue(try isRead(plan, "steps"))
            XCTAssertTrue(try isRead(ada, "jobs"))
            XCTAssertEqual(plan.steps.names, ["End", "Mop"])
            XCTAssertEqual(ada.jobs.sortedNames, ["Dust"])
        }
    }

    func testLinksThatCameAndWentAreThoseOfASet() throws {
        try follow { context, _ in
            let ada = try context.find(Member.self, "Ada")
            ada.friends = [try context.find("Cleo")]
            ada.clubs.insert(try context.find("Rowing"))
        } _: { here, ada, _ in
            XCTAssertTrue(try isRead(ada, "friends"))
            XCTAssertTrue(try isRead(ada, "clubs"))
            XCTAssertEqual(ada.friends.sortedNames, ["Cleo"])
            XCTAssertEqual(ada.clubs.sortedNames, ["Chess", "Rowing"])
            XCTAssertEqual(try here.find(Club.self, "Rowing").members.names, ["Ada"])
            XCTAssertFalse(here.hasChanges)
        }
    }

    func testAnObjectThatWasDeletedAgainIsNoMember() throws {
        try follow { context, _ in
            let ada = try context.find(Member.self, "Ada")
            let job = Job("Sweep", in: context)
            ada.jobs.insert(job)
            try context.save()
            context.delete(job)
            ada.friends.insert(try context.find("Cleo"))
            try context.save()
            context.delete(try context.find(Member.self, "Cleo"))
        } _: { _, ada, _ in
            XCTAssertEqual(ada.jobs.sortedNames, ["Dust", "Mop"])
            XCTAssertEqual(ada.friends.sortedNames, ["Ben"])
        }
    }

    func testANewObjectThatWasChangedAgainIsAsItWasSavedLast() throws {
        try follow { context, _ in
            let ada = try context.find(Member.self, "Ada")
            let (sweep, wash) = (Job("Sweep", in: context), Job("Wash", in: context))
            ada.jobs.formUnion([sweep, wash])
            try context.save()
            sweep.name = "Sweep twice"
            wash.assignee = try context.find("Cleo")
        } _: { _, ada, _ in
            XCTAssertEqual(ada.jobs.sortedNames, ["Dust", "Mop", "Sweep twice"])
        }
    }

    func testALinkThatAPolicyDroppedIsNone() throws {
        try follow { context, container in
            context.mergePolicy = .rollback
            let ada = try context.find(Member.self, "Ada")
            ada.clubs.insert(try context.find("Rowing"))
            ada.name = "Ada L."
            try container.inBackground { other in
                try other.find(Member.self, "Ada").name = "Ada K."
                try other.save()
            }
        } _: { _, ada, _ in
            XCTAssertEqual(ada.name, "Ada K.")
            XCTAssertEqual(ada.clubs.names, ["Chess"])
        }
    }

    func testAnOrderThatAPolicyDroppedIsNoneAlsoWhereTheValuesAreEqual() throws {
        for name in ["Ada K.", "Ada L."] {
            let container = try makeContainer(makeHousehold())
            try container.inBackground { context in
                context.mergePolicy = .rollback
                let (ada, bob) = (Member("Ada", in: context), Member("Bob", in: context))
                let plan = Plan("Spring", in: context)
                plan.helpers = [ada, bob]
                try context.save()
                plan.helpers = [bob, ada]
                plan.name = "Ada L."
                try container.inBackground { other in
                    try other.find(Plan.self, "Spring").name = name
                    try other.save()
                }
                try context.save()
                XCTAssertEqual(plan.name, name)
                XCTAssertEqual(plan.helpers, [ada, bob])
                XCTAssertFalse(context.hasChanges)
            }
        }
    }

    /// The member was moved here and back, so that it is in the list of nobody here, and nothing of that is saved.
    func testAMemberGoesBehindOneThatOthersAddedAndThatIsChangedHereToNothingElse() throws {
        let container = try makeContainer(makeHousehold())
        try container.inBackground { context in
            _ = (Plan("Spring", in: context), Job("Begin", in: context), Job("End", in: context))
            try context.save()
        }
        let here = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
        here.automaticallyMergesChangesFromParent = true
        let plan: Plan = try here.find("Spring")
        let (begin, end): (Job, Job) = (try here.find("Begin"), try here.find("End"))
        plan.steps = [begin, end]
        end.plan = nil
        try container.inBackground { context in
            try context.find(Job.self, "End").plan = context.find("Spring")
            try context.save()
        }
        try here.save()
        XCTAssertEqual(plan.steps.names, ["End", "Begin"])
        let stored = try container.inBackground { try $0.find(Plan.self, "Spring").steps.names }
        XCTAssertEqual(stored, ["End", "Begin"])
    }

    /// A save that stores a deleted object anew brings it back into the to-manys of others, who do not know it any more.
    func testAMemberThatAPolicyBringsBackIsInTheToManyAgain() throws {
        for follows in [true, false] {
            let container = try makeContainer(makeHousehold())
            let editor = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
            editor.mergePolicy = .mergeByPropertyObjectTrump
            let (ada, plan) = (Member("Ada", in: editor), Plan("Spring", in: editor))
            plan.steps = ["x", "y"].map { Job($0, in: editor) }
            ada.jobs = Set(plan.steps)
            try editor.save()
            plan.steps[0].minutes = 7
            let here = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
            here.automaticallyMergesChangesFromParent = follows
            let (mine, list): (Member, Plan) = (try here.find("Ada"), try here.find("Spring"))
            XCTAssertEqual(list.steps.names, ["x", "y"])
            here.delete(list.steps[0])
            try here.save()
            XCTAssertEqual(mine.jobs.count, 1)
            try editor.save()
            _ = try (here.fetch(FetchRequest<Member>()), here.fetch(FetchRequest<Plan>()))
            XCTAssertEqual(list.steps.names, ["x", "y"], "follows: \(follows)")
            XCTAssertEqual(mine.jobs, Set(list.steps), "follows: \(follows)")
        }
    }
}
