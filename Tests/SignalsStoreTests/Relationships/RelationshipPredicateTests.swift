import Foundation
import SignalsStore
import XCTest

final class RelationshipPredicateTests: XCTestCase {
    /// Jobs and members, related at random.
    private func makeContainer(seed: UInt64) throws -> PersistentContainer {
        var random = SplitMix(state: seed)
        let container = try makeContainer(makeHousehold())
        try container.inBackground { context in
            let members = (0..<12).map { Member("\($0 % 5)", in: context) }
            let clubs = (0..<4).map { Club("club \($0)", in: context) }
            for member in members {
                member.mother = members.randomElement(using: &random).flatMap { $0 === member ? nil : $0 }
                member.friends = Set(members.filter { _ in Int.random(in: 0..<4, using: &random) == 0 })
                member.clubs = Set(clubs.filter { _ in Bool.random(using: &random) })
            }
            for index in 0..<40 {
                let job = Job("job \(index)", in: context)
                job.minutes = Int.random(in: 0..<9, using: &random)
                if Int.random(in: 0..<4, using: &random) > 0 { job.assignee = members.randomElement(using: &random) }
            }
            try context.save()
        }
        return container
    }

    private struct SplitMix: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var mixed = state
            mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
            mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
            return mixed ^ (mixed >> 31)
        }
    }

    /// Asserts that the store finds what evaluating the predicate on each object finds.
    private func check<Object: Named>(
        _ predicate: Predicate<Object>, in context: ManagedObjectContext, _ message: String, line: UInt = #line
    ) throws {
        let all = try context.fetch(FetchRequest<Object>())
        let expected = try all.filter { try predicate.evaluate($0) }
        let found = try context.fetch(FetchRequest(predicate: predicate))
        XCTAssertEqual(Set(found), Set(expected), message, line: line)
        XCTAssertEqual(try context.count(for: FetchRequest(predicate: predicate)), expected.count, message, line: line)
    }

    func testTheStoreFindsByRelationshipsWhatSwiftFinds() throws {
        for _ in 0..<8 {
            let seed = UInt64.random(in: 0...UInt64.max)
            let container = try makeContainer(seed: seed)
            try container.inBackground { try checkAll(in: $0, "seed \(seed)") }
        }
    }

    func testPendingChangesOfOthersHaveASay() throws {
        let container = try makeContainer(seed: 7)
        try container.inBackground { context in
            let members = try context.fetch(FetchRequest<Member>())
            let jobs = try context.fetch(FetchRequest<Job>())
            for member in members.prefix(5) { member.name = "2" }
            for job in jobs.prefix(9) { job.assignee = members.last }
            context.delete(members[3])
            members[4].clubs = []
            try checkAll(in: context, "pending")
        }
    }

    private func checkAll(in context: ManagedObjectContext, _ message: String) throws {
        let name = "2"
        let few = 3
        let id = try context.fetch(FetchRequest<Member>())[0].objectID
        let ids = try context.fetch(FetchRequest<Member>()).prefix(3).map(\.objectID)
        try check(#Predicate<Job> { $0.assignee?.name == name }, in: context, message)
        try check(#Predicate<Job> { $0.assignee?.name != name }, in: context, message)
        try check(#Predicate<Job> { $0.assignee == nil }, in: context, message)
        try check(#Predicate<Job> { $0.assignee != nil && $0.minutes > few }, in: context, message)
        try check(#Predicate<Job> { $0.assignee?.objectID == id }, in: context, message)
        try check(#Predicate<Job> { $0.assignee?.mother?.name == name }, in: context, message)
        try check(#Predicate<Job> { $0.assignee?.mother == nil }, in: context, message)
        try check(#Predicate<Job> { ($0.assignee?.name ?? "none") == "none" }, in: context, message)
        try check(
            #Predicate<Job> { job in job.assignee.flatMap { ids.contains($0.objectID) } ?? false }, in: context, message
        )
        try check(#Predicate<Job> { $0.assignee != nil && $0.assignee!.name == name }, in: context, message)
        try check(#Predicate<Job> { ($0.assignee?.jobs.count ?? 0) > few }, in: context, message)
        try check(#Predicate<Member> { $0.jobs.isEmpty }, in: context, message)
        try check(#Predicate<Member> { $0.jobs.count > few || $0.clubs.count == 1 }, in: context, message)
        try check(#Predicate<Member> { $0.jobs.contains { $0.minutes > few } }, in: context, message)
        try check(#Predicate<Member> { $0.jobs.allSatisfy { $0.minutes > few } }, in: context, message)
        try check(#Predicate<Member> { $0.friends.contains { $0.name == name } }, in: context, message)
        try check(#Predicate<Member> { $0.clubs.contains { $0.members.count > few } }, in: context, message)
        try check(#Predicate<Member> { $0.clubs.allSatisfy { $0.name != "club 1" } }, in: context, message)
        try check(#Predicate<Member> { $0.children.contains { $0.jobs.isEmpty } }, in: context, message)
        try check(
            #Predicate<Member> { member in member.jobs.contains { $0.minutes == member.clubs.count } }, in: context,
            message)
        try check(
            #Predicate<Member> { member in member.friends.contains { $0.name == member.name } }, in: context, message)
        try check(#Predicate<Member> { $0.jobs.filter { $0.minutes > few }.count > 1 }, in: context, message)
        try check(#Predicate<Club> { $0.members.contains { $0.mother?.name == name } }, in: context, message)
    }

    func testFetchesAreSortedByWhatAToOneLeadsTo() throws {
        let container = try makeContainer(seed: 11)
        try container.inBackground { context in
            let request = FetchRequest<Job>(
                sortBy: [SortDescriptor(\.assignee?.name, order: .reverse), SortDescriptor(\.assignee?.mother?.name)])
            let found = try context.fetch(request)
            let sorted = try context.fetch(FetchRequest<Job>()).sorted(using: request.sortDescriptors)
            XCTAssertEqual(found.map { $0.assignee?.name }, sorted.map { $0.assignee?.name })
            XCTAssertEqual(found.map { $0.assignee?.mother?.name }, sorted.map { $0.assignee?.mother?.name })
        }
    }

    func testUntranslatableExpressionsAreQuoted() throws {
        let container = try makeContainer(seed: 1)
        try container.inBackground { context in
            let request = FetchRequest<Member>(predicate: #Predicate { $0.jobs.hashValue == 3 })
            XCTAssertThrowsError(try context.fetch(request)) { error in
                XCTAssertTrue("\(error)".contains("count, isEmpty"), "\(error)")
            }
        }
    }
}
