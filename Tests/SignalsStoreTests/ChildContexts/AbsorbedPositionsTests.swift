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

    func testAMemberThatWasPutAtAnEndBeforeAnInnerSaveComesFirst() throws {
        let container = try makeContainer(makeHousehold())
        let parent = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
        let (spring, autumn) = (Plan("Spring", in: parent), Plan("Autumn", in: parent))
        let jobs = ["Begin", "End", "Move"].map { Job($0, in: parent) }
        spring.steps = [jobs[0], jobs[1]]
        try parent.save()
        let ids = (spring.objectID, autumn.objectID, jobs[1].objectID, jobs[2].objectID)
        let ended = expectation(description: "saved")
        let unit = UnitOfWork(parent: parent).execute { context in
            let (end, moved) = (context.object(with: ids.2), context.object(with: ids.3))
            moved.plan = context.object(with: ids.1)
            try context.save()
            context.object(with: ids.0).steps = [moved, end]
        }
        let sink = unit.sink { completion in
            if case .failure(let error) = completion { XCTFail("\(error)") }
            ended.fulfill()
        } receiveValue: { _ in
        }
        wait(for: [ended], timeout: 60)
        sink.cancel()
        let other = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
        XCTAssertEqual(try other.find(Plan.self, "Spring").steps.names, ["Move", "End"])
    }
}
