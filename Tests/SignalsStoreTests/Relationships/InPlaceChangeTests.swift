import Foundation
import XCTest

@testable import SignalsStore

/// Changes of a to-many where it is, one object at a time or in any other way that `Set` and `Array` have.
final class InPlaceChangeTests: XCTestCase {
    private struct Interruption: Error {}

    func testBothEndsFollowAnInsertionAndARemoval() throws {
        try withHousehold { context, ada, ben in
            let (dust, mop) = (Job("Dust", in: context), Job("Mop", in: context))
            XCTAssertTrue(ada.jobs.insert(dust).inserted)
            XCTAssertTrue(ben.jobs.insert(mop).inserted)
            XCTAssertFalse(ada.jobs.insert(dust).inserted)
            XCTAssertTrue(ada.jobs.insert(mop).memberAfterInsert === mop)
            XCTAssertEqual(ada.jobs, [dust, mop])
            XCTAssertEqual(ben.jobs, [])
            XCTAssertTrue(mop.assignee === ada)
            XCTAssertTrue(ada.jobs.remove(mop) === mop)
            XCTAssertNil(ada.jobs.remove(mop))
            XCTAssertNil(mop.assignee)
            let chess = Club("Chess", in: context)
            ada.clubs.insert(chess)
            chess.members.insert(ben)
            XCTAssertEqual(chess.members, [ada, ben])
            XCTAssertEqual(ben.clubs, [chess])
        }
    }

    func testAnArrayIsChangedAtAnyPlace() throws {
        try withHousehold { context, ada, ben in
            let plan = Plan("Spring", in: context)
            let jobs = (0..<6).map { Job("\($0)", in: context) }
            for job in jobs[0..<4] { plan.steps.append(job) }
            plan.steps.insert(jobs[4], at: 1)
            plan.steps.insert(jobs[5], at: 5)
            XCTAssertEqual(plan.steps.names, ["0", "4", "1", "2", "3", "5"])
            XCTAssertTrue(plan.steps.remove(at: 2) === jobs[1])
            XCTAssertTrue(plan.steps.removeLast() === jobs[5])
            XCTAssertNil(jobs[5].plan)
            plan.steps.swapAt(0, 3)
            XCTAssertEqual(plan.steps.names, ["3", "4", "2", "0"])
            plan.helpers.append(ada)
            plan.helpers.insert(ben, at: 0)
            try context.save()
            context.refreshAllObjects()
            XCTAssertEqual(plan.steps.names, ["3", "4", "2", "0"])
            XCTAssertEqual(plan.helpers.names, ["Ben", "Ada"])
        }
    }

    func testTheFirstAndTheLastOfAnArrayAreTakenOutByThemselves() throws {
        try withHousehold { context, _, _ in
            let plan = Plan("Spring", in: context)
            plan.steps = (0..<4).map { Job("\($0)", in: context) }
            try context.save()
            context.isUndoEnabled = true
            XCTAssertEqual(plan.steps.removeFirst().name, "0")
            XCTAssertEqual(plan.steps.popLast()?.name, "3")
            XCTAssertEqual(plan.steps.names, ["1", "2"])
            context.undo()
            XCTAssertEqual(plan.steps.names, ["1", "2", "3"])
            context.undo()
            XCTAssertEqual(plan.steps.names, ["0", "1", "2", "3"])
            plan.steps = []
            XCTAssertNil(plan.steps.popLast())
        }
    }

    func testTheStoreKeepsThePlacesOfInsertions() throws {
        let container = try makeContainer(makeHousehold())
        var expected: [String] = []
        try container.inBackground { context in
            let plan = Plan("Spring", in: context)
            // As many at one place as there is no room for between two positions.
            for number in 0..<80 {
                plan.steps.insert(Job("\(number)", in: context), at: min(1, number))
                expected.insert("\(number)", at: min(1, number))
            }
            try context.save()
        }
        try container.inBackground { context in
            XCTAssertEqual(try context.find(Plan.self, "Spring").steps.names, expected)
        }
    }

    func testACopyThatIsMadeMeanwhileIsNotTheRelationship() throws {
        try withHousehold { context, ada, ben in
            let (dust, mop) = (Job("Dust", in: context), Job("Mop", in: context))
            mop.assignee = ben
            func look(_ jobs: inout Set<Job>) {
                var (copy, empty) = (jobs, Set<Job>())
                copy.insert(mop)
                empty.insert(mop)
                XCTAssertEqual(copy, jobs.union([mop]))
                XCTAssertEqual(empty, [mop])
            }
            look(&ada.jobs)
            ada.jobs.insert(dust)
            look(&ada.jobs)
            XCTAssertTrue(mop.assignee === ben, "nothing was done to the relationship itself")
            XCTAssertEqual(ada.jobs, [dust])
        }
    }

    func testChangesInOneAccessAreOneAssignment() throws {
        try withHousehold { context, ada, ben in
            let jobs = (0..<4).map { Job("\($0)", in: context) }
            ada.jobs = [jobs[0], jobs[1]]
            try context.save()
            context.isUndoEnabled = true
            func change(_ present: inout Set<Job>) {
                present.insert(jobs[2])
                present.formUnion([jobs[3]])
                present.remove(jobs[0])
                XCTAssertEqual(present, [jobs[1], jobs[2], jobs[3]])
            }
            change(&ada.jobs)
            XCTAssertEqual(ada.jobs, [jobs[1], jobs[2], jobs[3]])
            XCTAssertNil(jobs[0].assignee)
            context.undo()
            XCTAssertEqual(ada.jobs, [jobs[0], jobs[1]])
            XCTAssertFalse(context.canUndo)
            XCTAssertFalse(context.hasChanges)
            context.redo()
            XCTAssertEqual(ada.jobs, [jobs[1], jobs[2], jobs[3]])
        }
    }

    func testChangesBeforeAnErrorStay() throws {
        try withHousehold { context, ada, ben in
            let (dust, mop) = (Job("Dust", in: context), Job("Mop", in: context))
            func change(_ jobs: inout Set<Job>) throws {
                jobs.insert(dust)
                jobs.formUnion([mop])
                throw Interruption()
            }
            XCTAssertThrowsError(try change(&ada.jobs))
            XCTAssertEqual(ada.jobs, [dust, mop])
            context.isUndoEnabled = true
            ada.jobs.insert(Job("Cook", in: context))
            XCTAssertTrue(context.canUndo, "the access is over")
            context.undo()
            XCTAssertEqual(ada.jobs, [dust, mop])
        }
    }

    func testAChangeFromTheOtherSideMeanwhileLosesAgainstTheAccess() throws {
        try withHousehold { context, ada, ben in
            let (dust, mop) = (Job("Dust", in: context), Job("Mop", in: context))
            func change(_ jobs: inout Set<Job>) {
                mop.assignee = ada
                ben.jobs.insert(dust)
                jobs.insert(dust)
            }
            change(&ada.jobs)
            XCTAssertEqual(ada.jobs, [dust])
            XCTAssertNil(mop.assignee)
            XCTAssertEqual(ben.jobs, [])
        }
    }

    func testRelationshipsAreSwapped() throws {
        try withHousehold { context, ada, ben in
            let (dust, mop) = (Job("Dust", in: context), Job("Mop", in: context))
            (ada.jobs, ben.jobs) = ([dust], [mop])
            swap(&ada.jobs, &ben.jobs)
            XCTAssertEqual(ada.jobs, [mop])
            XCTAssertEqual(ben.jobs, [dust])
            swap(&dust.assignee, &mop.assignee)
            XCTAssertEqual(ada.jobs, [dust])
        }
    }

    func testEachChangeInAnOrderIsUndoneAndRedone() throws {
        for isShared in [false, true] {
            for seed in 0..<20 {
                try withHousehold { context, ada, ben in
                    try changeAtRandom(context, isShared: isShared, SeededGenerator(state: UInt64(seed)))
                }
            }
        }
    }

    private func changeAtRandom(
        _ context: ManagedObjectContext, isShared: Bool, _ generator: SeededGenerator
    ) throws {
        var random = generator
        let plan = Plan("Spring", in: context)
        let (jobs, helpers) = (
            (0..<30).map { Job("\($0)", in: context) }, (0..<30).map { Member("\($0)", in: context) }
        )
        var names: [String] { isShared ? plan.helpers.names : plan.steps.names }
        try context.save()
        context.isUndoEnabled = true
        var states = [names]
        for _ in 0..<40 {
            var expected = names
            let free = (0..<30).filter { !expected.contains("\($0)") }
            if let new = free.randomElement(using: &random), Int.random(in: 0..<3, using: &random) > 0 {
                let place =
                    Bool.random(using: &random) ? expected.count : Int.random(in: 0...expected.count, using: &random)
                expected.insert("\(new)", at: place)
                if isShared {
                    plan.helpers.insert(helpers[new], at: place)
                } else {
                    plan.steps.insert(jobs[new], at: place)
                }
            } else if !expected.isEmpty {
                let place = Int.random(in: 0..<expected.count, using: &random)
                expected.remove(at: place)
                if isShared { plan.helpers.remove(at: place) } else { plan.steps.remove(at: place) }
            } else {
                continue
            }
            XCTAssertEqual(names, expected)
            states.append(expected)
        }
        for state in states.reversed() {
            XCTAssertEqual(names, state)
            context.undo()
        }
        XCTAssertFalse(context.hasChanges)
        for state in states.dropFirst() {
            context.redo()
            XCTAssertEqual(names, state)
        }
        try context.save()
        context.refreshAllObjects()
        XCTAssertEqual(names, states.last)
    }

    func testManyObjectsLeaveAndReturnInTheirOrder() throws {
        try withHousehold { context, ada, ben in
            let plan = Plan("Spring", in: context)
            plan.steps = (0..<100).map { Job("\($0)", in: context) }
            plan.helpers = (0..<100).map { Member("\($0)", in: context) }
            try context.save()
            context.isUndoEnabled = true
            let (steps, helpers) = (plan.steps, plan.helpers)
            plan.steps = steps.enumerated().filter { $0.offset.isMultiple(of: 3) }.map(\.element).reversed()
            plan.helpers = []
            XCTAssertEqual(plan.steps.count, 34)
            context.undo()
            context.undo()
            XCTAssertEqual(plan.steps, steps)
            XCTAssertEqual(plan.helpers, helpers)
            XCTAssertFalse(context.hasChanges)
            context.redo()
            context.redo()
            XCTAssertEqual(plan.steps.first?.name, "99")
            XCTAssertEqual(plan.helpers, [])
        }
    }

    private func withHousehold(_ body: (ManagedObjectContext, Member, Member) throws -> Void) throws {
        let container = try makeContainer(makeHousehold())
        let context = container.newBackgroundContext()
        try context.performAndWait { try body(context, Member("Ada", in: context), Member("Ben", in: context)) }
    }
}
