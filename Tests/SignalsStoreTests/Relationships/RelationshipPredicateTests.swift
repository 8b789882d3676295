import Foundation
import SignalsStore
import XCTest

final class RelationshipPredicateTests: XCTestCase {
    /// Jobs and members, related at random.
    private func makeContainer(seed: UInt64) throws -> PersistentContainer {
        var random = SeededGenerator(state: seed)
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

    /// Asserts that the store finds what evaluating the predicate on each object finds.
    private func check<Object: Named>(
        _ predicate: Predicate<Object>, in context: ManagedObjectContext, _ message: String, line: UInt = #line
    ) throws {
        // First, while little of it is in memory.
        let count = try context.count(for: FetchRequest(predicate: predicate))
        let found = try context.fetch(FetchRequest(predicate: predicate, sortBy: [SortDescriptor(\Object.name)]))
        let all = try context.fetch(FetchRequest<Object>())
        let expected = try all.filter { try predicate.evaluate($0) }
        XCTAssertEqual(Set(found), Set(expected), message, line: line)
        XCTAssertEqual(found.map(\.name), expected.map(\.name).sorted(), message, line: line)
        XCTAssertEqual(count, expected.count, message, line: line)
    }

    func testTheStoreFindsByRelationshipsWhatSwiftFinds() throws {
        for _ in 0..<8 {
            let seed = UInt64.random(in: 0...UInt64.max)
            let container = try makeContainer(seed: seed)
            try container.inBackground { try checkAll(in: $0, "seed \(seed)") }
        }
    }

    func testPendingChangesOfOthersHaveASay() throws {
        for _ in 0..<12 {
            let seed = UInt64.random(in: 0...UInt64.max)
            var random = SeededGenerator(state: seed)
            let container = try makeContainer(seed: seed)
            try container.inBackground { parent in
                try change(in: parent, 3, &random)
                try checkAll(in: parent, "seed \(seed)")
                let child = ManagedObjectContext(concurrencyType: .privateQueue, parent: parent)
                try child.performAndWait {
                    try checkAll(in: child, "seed \(seed), a child")
                    try change(in: child, 3, &random)
                    try checkAll(in: child, "seed \(seed), a child with changes")
                }
            }
        }
    }

    /// Makes changes at random, of whatever there is, and lets go of what it did not change.
    private func change(in context: ManagedObjectContext, _ count: Int, _ random: inout SeededGenerator) throws {
        func any<Object: ManagedObject>(_: Object.Type) throws -> Object {
            try context.fetch(FetchRequest<Object>()).randomElement(using: &random) ?? Object(context: context)
        }
        for _ in 0..<count {
            switch Int.random(in: 0..<9, using: &random) {
            case 0: try any(Member.self).name = "2"
            case 1: try any(Member.self).mother = try any(Member.self)
            case 2: try any(Member.self).clubs = [try any(Club.self)]
            case 3: try any(Club.self).members.insert(try any(Member.self))
            case 4: try any(Member.self).friends = [try any(Member.self)]
            case 5: try any(Job.self).assignee = try any(Member.self)
            case 6: try any(Member.self).jobs = [try any(Job.self), Job("new", in: context)]
            case 7: context.delete(try any(Member.self))
            default: Member("2", in: context).jobs = [try any(Job.self)]
            }
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
        try check(#Predicate<Job> { $0.assignee?.mother?.mother?.name == name }, in: context, message)
        try check(#Predicate<Job> { $0.assignee?.mother?.jobs.isEmpty ?? true }, in: context, message)
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
            var request = FetchRequest<Job>(
                sortBy: [SortDescriptor(\.assignee?.name, order: .reverse), SortDescriptor(\.assignee?.mother?.name)])
            var random = SeededGenerator(state: 11)
            for round in 0..<6 {
                var pages: [Job] = []
                for offset in stride(from: 0, to: 60, by: 7) {
                    (request.fetchOffset, request.fetchLimit) = (offset, 7)
                    pages += try context.fetch(request)
                }
                (request.fetchOffset, request.fetchLimit) = (0, nil)
                let found = try context.fetch(request)
                XCTAssertEqual(pages, found, "\(round)")
                let sorted = try context.fetch(FetchRequest<Job>()).sorted(using: request.sortDescriptors)
                XCTAssertEqual(found.map { $0.assignee?.name }, sorted.map { $0.assignee?.name }, "\(round)")
                XCTAssertEqual(
                    found.map { $0.assignee?.mother?.name }, sorted.map { $0.assignee?.mother?.name }, "\(round)")
                try change(in: context, 1, &random)
            }
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
