import Foundation
import SignalsStore
import XCTest

final class RelationshipTests: XCTestCase {
    func testTheInverseOfAToOneFollowsAtOnce() throws {
        let container = try makeContainer(makeHousehold())
        try container.inBackground { context in
            let (ada, ben) = (Member("Ada", in: context), Member("Ben", in: context))
            let job = Job("Dust", in: context)
            job.assignee = ada
            XCTAssertEqual(ada.jobs, [job])
            job.assignee = ben
            XCTAssertEqual(ada.jobs, [])
            XCTAssertEqual(ben.jobs, [job])
            job.assignee = nil
            XCTAssertEqual(ben.jobs, [])
        }
    }

    func testTheInverseOfAToManyFollowsAtOnce() throws {
        let container = try makeContainer(makeHousehold())
        try container.inBackground { context in
            let (ada, ben) = (Member("Ada", in: context), Member("Ben", in: context))
            let (dust, mop) = (Job("Dust", in: context), Job("Mop", in: context))
            ada.jobs = [dust, mop]
            XCTAssertTrue(dust.assignee === ada && mop.assignee === ada)
            ben.jobs.insert(mop)
            XCTAssertEqual(ada.jobs, [dust], "a job has one assignee")
            ada.jobs.remove(dust)
            XCTAssertNil(dust.assignee)
        }
    }

    func testRelationshipsAreTheSameInEveryContextAfterASave() throws {
        let container = try makeContainer(makeHousehold())
        try container.inBackground { context in
            let ada = Member("Ada", in: context)
            ada.jobs = [Job("Dust", in: context), Job("Mop", in: context)]
            ada.friends = [Member("Ben", in: context), Member("Cleo", in: context)]
            ada.mother = Member("Eve", in: context)
            ada.clubs = [Club("Chess", in: context)]
            ada.desk = Desk("Oak", in: context)
            try context.save()
            XCTAssertFalse(context.hasChanges)
        }
        try container.inBackground { context in
            let ada: Member = try context.find("Ada")
            XCTAssertEqual(ada.jobs.sortedNames, ["Dust", "Mop"])
            XCTAssertEqual(ada.jobs.map { $0.assignee?.name }, ["Ada", "Ada"])
            XCTAssertEqual(ada.friends.sortedNames, ["Ben", "Cleo"])
            XCTAssertEqual(ada.mother?.name, "Eve")
            XCTAssertEqual(ada.mother?.children, [ada])
            XCTAssertEqual(ada.clubs.first?.members, [ada])
            XCTAssertTrue(ada.desk?.owner === ada)
            XCTAssertFalse(context.hasChanges, "reading changes nothing")
        }
    }

    func testARelationshipWithoutAnInverseLeadsOneWay() throws {
        let container = try makeContainer(makeHousehold())
        try container.inBackground { context in
            let (ada, ben) = (Member("Ada", in: context), Member("Ben", in: context))
            ada.friends = [ben]
            XCTAssertEqual(ben.friends, [])
            let hall = Room("Hall", in: context)
            Job("Dust", in: context).room = hall
            Job("Mop", in: context).room = hall
            try context.save()
        }
        try container.inBackground { context in
            XCTAssertEqual(try context.find(Member.self, "Ada").friends.names, ["Ben"])
            XCTAssertEqual(try context.find(Member.self, "Ben").friends, [])
            XCTAssertEqual(try context.fetch(FetchRequest<Job>()).map { $0.room?.name }, ["Hall", "Hall"])
        }
    }

    func testMembersOfManySetsAreKeptFromEitherSide() throws {
        let container = try makeContainer(makeHousehold())
        try container.inBackground { context in
            let (chess, choir) = (Club("Chess", in: context), Club("Choir", in: context))
            let (ada, ben) = (Member("Ada", in: context), Member("Ben", in: context))
            chess.members = [ada, ben]
            ben.clubs.insert(choir)
            XCTAssertEqual(choir.members, [ben])
            try context.save()
            chess.members.remove(ada)
            XCTAssertEqual(ada.clubs, [])
            try context.save()
        }
        try container.inBackground { context in
            XCTAssertEqual(try context.find(Club.self, "Chess").members.names, ["Ben"])
            XCTAssertEqual(try context.find(Member.self, "Ben").clubs.sortedNames, ["Chess", "Choir"])
            XCTAssertEqual(try context.find(Member.self, "Ada").clubs, [])
        }
    }

    func testOneToOneReleasesBothFormerPartners() throws {
        let container = try makeContainer(makeHousehold())
        try container.inBackground { context in
            Member("Ada", in: context).desk = Desk("Oak", in: context)
            Member("Ben", in: context).desk = Desk("Pine", in: context)
            try context.save()
        }
        try container.inBackground { context in
            let ada: Member = try context.find("Ada")
            ada.desk = try context.find(Desk.self, "Pine")
            try context.save()
        }
        try container.inBackground { context in
            XCTAssertEqual(try context.find(Member.self, "Ada").desk?.name, "Pine")
            XCTAssertNil(try context.find(Member.self, "Ben").desk)
            XCTAssertNil(try context.find(Desk.self, "Oak").owner)
            XCTAssertEqual(try context.find(Desk.self, "Pine").owner?.name, "Ada")
        }
    }

    func testAnOrderIsKept() throws {
        let container = try makeContainer(makeHousehold())
        let names = (0..<20).map { "step \($0)" }.shuffled()
        try container.inBackground { context in
            let plan = Plan("Spring", in: context)
            plan.steps = names.map { Job($0, in: context) }
            plan.helpers = names.map { Member($0, in: context) }
            try context.save()
        }
        try container.inBackground { context in
            let plan: Plan = try context.find("Spring")
            XCTAssertEqual(plan.steps.names, names)
            XCTAssertEqual(plan.helpers.names, names)
            plan.steps.swapAt(3, 17)
            plan.steps.insert(plan.steps.removeLast(), at: 0)
            plan.helpers.reverse()
            plan.helpers.removeFirst()
            try context.save()
        }
        try container.inBackground { context in
            var wanted = names
            wanted.swapAt(3, 17)
            wanted.insert(wanted.removeLast(), at: 0)
            let plan: Plan = try context.find("Spring")
            XCTAssertEqual(plan.steps.names, wanted)
            XCTAssertEqual(plan.helpers.names, Array(names.reversed().dropFirst()))
        }
    }

    func testContextsThatAddDifferentMembersDoNotConflict() throws {
        let container = try makeContainer(makeHousehold())
        try container.inBackground { context in
            let plan = Plan("Spring", in: context)
            plan.steps = [Job("Dust", in: context), Job("Mop", in: context)]
            _ = (Member("Ada", in: context), Club("Chess", in: context))
            try context.save()
        }
        let first = container.newBackgroundContext()
        let second = container.newBackgroundContext()
        for (context, name) in [(first, "A"), (second, "B")] {
            try context.performAndWait {
                let plan: Plan = try context.find("Spring")
                plan.steps.append(Job(name, in: context))
                let ada: Member = try context.find("Ada")
                ada.jobs.insert(Job(name, in: context))
                ada.clubs.insert(Club(name, in: context))
                try context.find(Club.self, "Chess").members.insert(Member(name, in: context))
            }
        }
        try first.performAndWait { try first.save() }
        try second.performAndWait { try second.save() }
        try container.inBackground { context in
            XCTAssertEqual(try context.find(Plan.self, "Spring").steps.names, ["Dust", "Mop", "A", "B"])
            XCTAssertEqual(try context.find(Member.self, "Ada").jobs.sortedNames, ["A", "B"])
            XCTAssertEqual(try context.find(Member.self, "Ada").clubs.sortedNames, ["A", "B"])
            XCTAssertEqual(try context.find(Club.self, "Chess").members.sortedNames, ["A", "B"])
        }
    }

    func testAReferenceThatBothSidesChangedIsAConflict() throws {
        let container = try makeContainer(makeHousehold())
        try container.inBackground { context in
            Job("Dust", in: context).assignee = Member("Ada", in: context)
            _ = (Member("Ben", in: context), Member("Cleo", in: context))
            try context.save()
        }
        let context = container.newBackgroundContext()
        try context.performAndWait {
            try context.find(Job.self, "Dust").assignee = try context.find(Member.self, "Ben")
            try container.inBackground { other in
                try other.find(Job.self, "Dust").assignee = try other.find(Member.self, "Cleo")
                try other.save()
            }
            XCTAssertThrowsError(try context.save()) { error in
                guard let error = error as? SaveError, case .conflict = error.reason else { return XCTFail("\(error)") }
                XCTAssertEqual(error.attributeName, "assignee")
            }
        }
    }

    func testARollbackPutsRelationshipsBackOnBothSides() throws {
        let container = try makeContainer(makeHousehold())
        try container.inBackground { context in
            let (ada, ben) = (Member("Ada", in: context), Member("Ben", in: context))
            let (dust, mop) = (Job("Dust", in: context), Job("Mop", in: context))
            let plan = Plan("Spring", in: context)
            ada.jobs = [dust]
            ada.clubs = [Club("Chess", in: context)]
            plan.steps = [dust, mop]
            try context.save()
            ben.jobs = [dust, mop]
            ada.clubs = [Club("Choir", in: context)]
            plan.steps = [mop, dust]
            context.delete(plan)
            context.rollback()
            XCTAssertEqual(ada.jobs, [dust])
            XCTAssertEqual(ben.jobs, [])
            XCTAssertTrue(dust.assignee === ada)
            XCTAssertNil(mop.assignee)
            XCTAssertEqual(ada.clubs.names, ["Chess"])
            XCTAssertEqual(plan.steps, [dust, mop])
            XCTAssertTrue(dust.plan === plan)
            XCTAssertFalse(context.hasChanges)
        }
    }

    @MainActor func testTheViewContextFollowsWhatOthersRelate() throws {
        let container = try makeContainer(makeHousehold())
        try container.inBackground { context in
            let ada = Member("Ada", in: context)
            ada.jobs = [Job("Dust", in: context)]
            _ = (Member("Ben", in: context), Club("Chess", in: context))
            try context.save()
        }
        let view = container.viewContext
        let (ada, ben, chess) = (
            try view.find(Member.self, "Ada"), try view.find(Member.self, "Ben"), try view.find(Club.self, "Chess")
        )
        let dust = try view.find(Job.self, "Dust")
        XCTAssertEqual(ada.jobs, [dust])
        XCTAssertEqual(ben.jobs, [])
        XCTAssertEqual(chess.members, [])
        try container.inBackground { context in
            let (ada, ben) = (try context.find(Member.self, "Ada"), try context.find(Member.self, "Ben"))
            try context.find(Job.self, "Dust").assignee = ben
            ada.jobs.insert(Job("Mop", in: context))
            ada.clubs.insert(try context.find(Club.self, "Chess"))
            try context.save()
        }
        _ = try view.count(for: FetchRequest<Job>())
        XCTAssertEqual(ada.jobs.names, ["Mop"])
        XCTAssertEqual(ben.jobs, [dust])
        XCTAssertTrue(dust.assignee === ben)
        XCTAssertEqual(chess.members, [ada])
        XCTAssertEqual(ada.clubs, [chess])
    }

    func testAMemberThatLeavesAListAndReturnsIsAtItsEnd() throws {
        let container = try makeContainer(makeHousehold())
        try container.inBackground { context in
            let plan = Plan("Spring", in: context)
            let jobs = (0..<3).map { Job("\($0)", in: context) }
            let members = (0..<3).map { Member("\($0)", in: context) }
            (plan.steps, plan.helpers) = (jobs, members)
            try context.save()
            jobs[0].plan = nil
            jobs[0].plan = plan
            plan.helpers.removeFirst()
            plan.helpers.append(members[0])
            XCTAssertEqual(plan.steps.names, ["1", "2", "0"])
            XCTAssertEqual(plan.helpers.names, ["1", "2", "0"])
            try context.save()
        }
        try container.inBackground { context in
            let plan: Plan = try context.find("Spring")
            XCTAssertEqual(plan.steps.names, ["1", "2", "0"])
            XCTAssertEqual(plan.helpers.names, ["1", "2", "0"])
        }
    }

    func testAMemberThatLeavesAListWithOthersAndComesBackIsTheLast() throws {
        let container = try makeContainer(makeHousehold())
        try container.inBackground { context in
            let plan = Plan("Spring", in: context)
            let all = ["Ada", "Ben", "Cleo"].map { Member($0, in: context) }
            plan.helpers = all
            try context.save()
            plan.helpers = [all[2]]
            plan.helpers.append(all[0])
            try context.save()
            XCTAssertEqual(plan.helpers.names, ["Cleo", "Ada"])
        }
        XCTAssertEqual(try container.inBackground { try $0.find(Plan.self, "Spring").helpers.names }, ["Cleo", "Ada"])
    }
}
