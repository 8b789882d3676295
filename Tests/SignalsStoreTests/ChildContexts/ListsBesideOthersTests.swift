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
}
