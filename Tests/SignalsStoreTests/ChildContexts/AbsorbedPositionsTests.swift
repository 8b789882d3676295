import SignalsStore
import XCTest

/// Positions in lists whose order the members keep, which a child saves to its parent.
final class AbsorbedPositionsTests: XCTestCase {
    private func withParentAndChild(
        _ policy: MergePolicy = .error,
        _ body: @Sendable (ManagedObjectContext, ManagedObjectContext) throws -> Void
    ) throws {
        let parent = try makeContainer(makeHousehold()).newBackgroundContext()
        let child = ManagedObjectContext(concurrencyType: .privateQueue, parent: parent)
        child.mergePolicy = policy
        try parent.performAndWait {
            parent.isUndoEnabled = true
            try body(parent, child)
        }
    }

    func testAnOrderOfMembersThatTheParentHasTakenOutLeavesTheOthersUnchanged() throws {
        try withParentAndChild { parent, child in
            let (plan, begin, end) = (Plan("Spring", in: parent), Job("Begin", in: parent), Job("End", in: parent))
            plan.steps = [begin, end]
            try parent.save()
            try child.performAndWait {
                let copy = try child.find(Plan.self, "Spring")
                XCTAssertEqual(copy.steps.names, ["Begin", "End"])
                begin.plan = nil
                copy.steps = copy.steps.reversed()
                try child.save()
            }
            XCTAssertEqual(plan.steps, [end])
            XCTAssertEqual(parent.updatedObjects, [begin])
        }
    }

    func testAnOrderOfMembersIsAChangeOfTheParent() throws {
        try withParentAndChild { parent, child in
            let plan = Plan("Spring", in: parent)
            plan.steps = (0..<3).map { Job("\($0)", in: parent) }
            try parent.save()
            try child.performAndWait {
                try child.find(Plan.self, "Spring").steps.swapAt(0, 2)
                try child.save()
            }
            XCTAssertEqual(plan.steps.names, ["2", "1", "0"])
            try parent.save()
            parent.refreshAllObjects()
            XCTAssertEqual(plan.steps.names, ["2", "1", "0"])
        }
    }

    func testAnObjectThatCameBackToItsListLeavesTheParentUnchanged() throws {
        try withParentAndChild { parent, child in
            let (spring, begin) = (Plan("Spring", in: parent), Job("Begin", in: parent))
            _ = Plan("Summer", in: parent)
            spring.steps = [begin]
            try parent.save()
            try child.performAndWait {
                let copy = try child.find(Job.self, "Begin")
                copy.plan = try child.find("Summer")
                child.refreshAllObjects()
                copy.plan = try child.find("Spring")
                try child.save()
            }
            XCTAssertFalse(parent.hasChanges)
        }
    }

    func testAPlaceInNoListLeavesTheParentUnchangedThoughAllIsOverwritten() throws {
        try withParentAndChild(.overwrite) { parent, child in
            let (plan, begin) = (Plan("Spring", in: parent), Job("Begin", in: parent))
            try parent.save()
            begin.plan = plan
            try child.performAndWait {
                try child.find(Job.self, "Begin").plan = nil
                parent.undo()
                XCTAssertFalse(parent.hasChanges)
                try child.save()
            }
            XCTAssertFalse(parent.hasChanges)
        }
    }
}
