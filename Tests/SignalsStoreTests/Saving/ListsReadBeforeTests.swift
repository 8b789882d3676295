import Foundation
import SignalsStore
import XCTest

/// Lists of contexts that do not follow others, which have changed them since.
final class ListsReadBeforeTests: XCTestCase {
    /// Runs a closure with a plan that has a step, and a job that was put behind it and not saved.
    private func withPendingStep(
        _ body: (PersistentContainer, ManagedObjectContext, Plan, Job) throws -> Void
    ) throws {
        let container = try makeContainer(makeHousehold())
        try container.inBackground { context in
            let (plan, begin, end) = (Plan("Spring", in: context), Job("Begin", in: context), Job("End", in: context))
            plan.steps = [begin]
            try context.save()
            end.plan = plan
            try body(container, context, plan, begin)
        }
    }

    func testASaveThatFailsLeavesTheListAndItsMembersAsTheyWereRead() throws {
        try withPendingStep { container, context, plan, begin in
            try container.inBackground { other in
                try other.find(Job.self, "Begin").minutes = 9
                other.delete(try other.find(Plan.self, "Spring"))
                try other.save()
            }
            XCTAssertThrowsError(try context.save())
            XCTAssertEqual(plan.steps.names, ["Begin", "End"])
            XCTAssertEqual(begin.minutes, 0)
            XCTAssertEqual(context.updatedObjects, [plan.steps[1]])
        }
    }

    func testASaveThatSucceedsPutsTheMemberBehindThoseOfOthers() throws {
        try withPendingStep { container, context, plan, _ in
            try container.inBackground { other in
                try other.find(Plan.self, "Spring").steps.append(Job("Middle", in: other))
                try other.save()
            }
            try context.save()
            XCTAssertEqual(plan.steps.names, ["Begin", "Middle", "End"])
            let stored = try container.inBackground { try $0.find(Plan.self, "Spring").steps.names }
            XCTAssertEqual(stored, ["Begin", "Middle", "End"])
        }
    }

    /// A save that failed after places were worked out, and one that succeeds then.
    func testASaveMendedAfterAFailurePutsTheMemberBehindThoseOfOthers() throws {
        try withPendingStep { container, context, plan, begin in
            begin.minutes = 4
            try container.inBackground { other in
                try other.find(Job.self, "Begin").minutes = 9
                try other.find(Plan.self, "Spring").steps.append(Job("Middle", in: other))
                try other.save()
            }
            XCTAssertThrowsError(try context.save())
            XCTAssertEqual(plan.steps.names, ["Begin", "End"])
            context.refresh(begin, mergeChanges: false)
            try context.save()
            XCTAssertEqual(plan.steps.names, ["Begin", "Middle", "End"])
        }
    }

    func testAMemberOfAnotherListIsAtItsEndWhereverOthersPutItInTheFormer() throws {
        let container = try makeContainer(makeHousehold())
        try container.inBackground { context in
            let (spring, autumn) = (Plan("Spring", in: context), Plan("Autumn", in: context))
            let (mop, dust) = (Job("Mop", in: context), Job("Dust", in: context))
            autumn.steps = [dust, mop]
            dust.plan = spring
            try context.save()
            try container.inBackground { other in
                let autumn: Plan = try other.find("Autumn")
                let mop = autumn.steps.removeFirst()
                mop.plan = autumn
                try other.save()
            }
            mop.plan = spring
            try context.save()
        }
        try container.inBackground { context in
            XCTAssertEqual(try context.find(Plan.self, "Spring").steps.names, ["Dust", "Mop"])
        }
    }

    func testAMemberKeepsThePlaceThatOthersGaveItWhereItsNewListIsGone() throws {
        for policy in [MergePolicy.rollback, .mergeByPropertyStoreTrump] {
            let container = try makeContainer(makeHousehold())
            try container.inBackground { context in
                context.mergePolicy = policy
                let (spring, autumn) = (Plan("Spring", in: context), Plan("Autumn", in: context))
                let mop = Job("Mop", in: context)
                spring.steps = [mop]
                _ = Job("Dust", in: context)
                try context.save()
                mop.plan = autumn
                try container.inBackground { other in
                    other.delete(try other.find(Plan.self, "Autumn"))
                    let spring: Plan = try other.find("Spring")
                    let mop = spring.steps.removeFirst()
                    spring.steps = [try other.find("Dust"), mop]
                    try other.save()
                }
                try context.save()
            }
            try container.inBackground { context in
                XCTAssertEqual(try context.find(Plan.self, "Spring").steps.names, ["Dust", "Mop"])
            }
        }
    }

    func testAChildPutsItsMemberBehindThoseThatItsParentAddedMeanwhile() throws {
        let container = try makeContainer(makeHousehold())
        let parent = container.newBackgroundContext()
        let child = ManagedObjectContext(concurrencyType: .privateQueue, parent: parent)
        try parent.performAndWait {
            let (plan, begin) = (Plan("Spring", in: parent), Job("Begin", in: parent))
            _ = Job("End", in: parent)
            try child.performAndWait {
                let copy: Plan = try child.find("Spring")
                XCTAssertEqual(copy.steps, [])
                begin.plan = plan
                try child.find(Job.self, "End").plan = copy
                try child.save()
                XCTAssertEqual(copy.steps.names, ["Begin", "End"])
            }
            XCTAssertEqual(plan.steps.names, ["Begin", "End"])
        }
    }
}
