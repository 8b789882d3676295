import SignalsStore
import XCTest

/// Lists that two contexts change: nothing that either did is lost, and each member stays behind what it was put behind.
final class MergedOrderTests: XCTestCase {
    /// Runs a closure with a plan and six jobs and members in two contexts, the second of which follows or not.
    private func withTwoContexts(
        follows: Bool, policy: MergePolicy = .error, _ body: (Side, Side, PersistentContainer) throws -> Void
    ) throws {
        let container = try makeContainer(makeHousehold())
        let first = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
        let second = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
        second.automaticallyMergesChangesFromParent = follows
        second.mergePolicy = policy
        let plan = Plan("Spring", in: first)
        plan.helpers = (0..<2).map { Member("\($0)", in: first) }
        plan.steps = (0..<2).map { Job("\($0)", in: first) }
        for name in 2..<6 {
            _ = Member("\(name)", in: first)
            _ = Job("\(name)", in: first)
        }
        try first.save()
        try body(try Side(first), try Side(second), container)
    }

    /// A context with the objects of the test.
    private struct Side {
        let context: ManagedObjectContext
        let plan: Plan
        let jobs: [Job]
        let members: [Member]

        init(_ context: ManagedObjectContext) throws {
            self.context = context
            plan = try context.find("Spring")
            jobs = try context.fetch(FetchRequest<Job>(sortBy: [SortDescriptor(\.name)]))
            members = try context.fetch(FetchRequest<Member>(sortBy: [SortDescriptor(\.name)]))
            _ = (plan.steps, plan.helpers)
        }

        /// Makes both lists of the plan those with these numbers.
        func setLists(_ numbers: Int...) {
            plan.steps = numbers.map { jobs[$0] }
            plan.helpers = numbers.map { members[$0] }
        }

        func expect(_ names: String, line: UInt = #line) {
            XCTAssertEqual(plan.steps.names.joined(), names, "kept with the members", line: line)
            XCTAssertEqual(plan.helpers.names.joined(), names, "kept in a table of links", line: line)
        }
    }

    private func expectStored(_ names: String, in container: PersistentContainer, line: UInt = #line)
        throws
    {
        try Side(ManagedObjectContext(concurrencyType: .mainQueue, container: container)).expect(names, line: line)
    }

    func testBothSidesAdditionsStayBehindWhatTheyWerePutBehind() throws {
        for follows in [false, true] {
            try withTwoContexts(follows: follows) { first, second, container in
                first.setLists(0, 2, 3, 1, 4)
                second.setLists(0, 5, 1)
                try first.context.save()
                if follows {
                    _ = try second.context.count(for: FetchRequest<Plan>())
                    second.expect("023514")
                }
                try second.context.save()
                try expectStored("023514", in: container)
            }
        }
    }

    func testMembersThatBothContextsAppendAreInTheOrderOfTheSaves() throws {
        for follows in [false, true] {
            try withTwoContexts(follows: follows) { first, second, container in
                first.setLists(0, 1, 4, 5)
                second.setLists(0, 1, 2, 3)
                try first.context.save()
                try second.context.save()
                try expectStored("014523", in: container)
            }
        }
    }

    func testTheOrderOfTheSideThatMadeOneHolds() throws {
        for follows in [false, true] {
            try withTwoContexts(follows: follows) { first, second, container in
                first.setLists(0, 1, 2)
                second.setLists(1, 0)
                try first.context.save()
                try second.context.save()
                try expectStored("102", in: container)
                first.context.refreshAllObjects()
                second.context.refreshAllObjects()
                first.setLists(2, 0, 1)
                second.setLists(1, 0, 2, 3)
                try first.context.save()
                try second.context.save()
                try expectStored("2013", in: container)
            }
        }
    }

    func testMembersThatOneSideTookOutAreOutAndTheirPositionIsNot() throws {
        try withTwoContexts(follows: true) { first, second, container in
            first.setLists(1)
            second.setLists(0, 1, 2)
            try first.context.save()
            try second.context.save()
            second.expect("12")
            try expectStored("12", in: container)
        }
    }

    func testAMemberThatBothAddedIsWhereItWasSaved() throws {
        try withTwoContexts(follows: true) { first, second, container in
            first.plan.helpers.append(first.members[3])
            second.plan.helpers = [5, 3, 0, 1].map { second.members[$0] }
            try first.context.save()
            XCTAssertNoThrow(try second.context.count(for: FetchRequest<Plan>()))
            XCTAssertEqual(second.plan.helpers.names, ["5", "0", "1", "3"])
        }
    }

    /// The opposite of what others did as well is a change again, however the context heard of it.
    func testALinkThatOthersRemovedTooCanBeMadeAgain() throws {
        for follows in [false, true] {
            let container = try makeContainer(makeHousehold())
            let first = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
            let second = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
            second.automaticallyMergesChangesFromParent = follows
            let (ada, chess) = (Member("Ada", in: first), Club("Chess", in: first))
            ada.clubs = [chess]
            try first.save()
            let (ada2, chess2) = (try second.find(Member.self, "Ada"), try second.find(Club.self, "Chess"))
            ada2.clubs = []
            ada.clubs = []
            try first.save()
            second.refreshAllObjects()
            XCTAssertEqual(chess2.members, [])
            chess2.members.insert(ada2)
            try second.save()
            first.refreshAllObjects()
            XCTAssertEqual(chess.members, [ada])
        }
    }
}
