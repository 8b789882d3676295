import Foundation
import SignalsStore
import XCTest

/// The expected relationships, by names.
private struct Expected: Equatable {
    var assignees: [String: String] = [:]
    var friends: [String: Set<String>] = [:]
    var clubs: [String: Set<String>] = [:]
    var desks: [String: String] = [:]
    var steps: [String: [String]] = [:]
    var members: Set<String> = []
    var jobs: Set<String> = []
}

final class RandomRelationshipsTests: XCTestCase {
    private let clubs = ["c0", "c1", "c2"]
    private let desks = ["d0", "d1", "d2"]
    private let plans = ["p0", "p1"]

    /// More rounds and a seed can be asked for, as of `RandomContextsTests`.
    func testBothSidesAlwaysAgreeWithASimpleModel() throws {
        let environment = ProcessInfo.processInfo.environment
        let rounds = environment["SIGNALS_ROUNDS"].flatMap(UInt64.init) ?? 4
        let first = environment["SIGNALS_SEED"].flatMap(UInt64.init) ?? UInt64.random(in: 0..<1 << 32)
        for seed in first..<first + rounds { try run(seed: seed) }
    }

    /// Each of these has failed once: a friend was read while the other was deleted, and missed after the rollback; a
    /// place in a list that an object had left again was not saved, and taken for saved; a desk was made of the row that
    /// had been read ahead, although it had been fetched, changed and saved since.
    func testSeedsThatHaveFailedBefore() throws {
        let seeds: [UInt64] = [
            9_216_245_665_816_437_518, 1_980_565_179_393_654_534, 5_311_918_629_618_483_261, 3_501_891_802,
        ]
        for seed in seeds { try run(seed: seed) }
    }

    private func run(seed: UInt64) throws {
        var random = SeededGenerator(state: seed)
        let container = try makeContainer(makeHousehold())
        // And not only after the last round: 1,200 open stores take 20,000 descriptors.
        defer { container.close() }
        let context = container.newBackgroundContext()
        var (expected, stored) = (Expected(), Expected())
        try context.performAndWait {
            for name in clubs { _ = Club(name, in: context) }
            for name in desks { _ = Desk(name, in: context) }
            for name in plans { _ = Plan(name, in: context) }
            try context.save()
        }
        for step in 0..<250 {
            let message = "seed \(seed), step \(step)"
            try context.performAndWait {
                switch Int.random(in: 0..<14, using: &random) {
                case 0:
                    try context.save()
                    stored = expected
                case 1:
                    context.rollback()
                    expected = stored
                case 2:
                    try context.save()
                    stored = expected
                    context.reset()
                default: try operate(on: context, &expected, &random, step)
                }
                if step.isMultiple(of: 3) { try check(context, expected, message) }
            }
            if step.isMultiple(of: 25) { try container.inBackground { try check($0, stored, "stored, \(message)") } }
        }
    }

    private func operate(
        on context: ManagedObjectContext, _ expected: inout Expected, _ random: inout SeededGenerator, _ step: Int
    ) throws {
        let member = expected.members.sorted().randomElement(using: &random)
        let other = expected.members.sorted().randomElement(using: &random)
        let job = expected.jobs.sorted().randomElement(using: &random)
        switch Int.random(in: 0..<12, using: &random) {
        case 0, 1:
            _ = Member("m\(step)", in: context)
            expected.members.insert("m\(step)")
        case 2, 3:
            _ = Job("j\(step)", in: context)
            expected.jobs.insert("j\(step)")
        case 4:
            guard let job else { return }
            try context.find(Job.self, job).assignee = try member.map { try context.find(Member.self, $0) }
            expected.assignees[job] = member
        case 5:
            guard let member else { return }
            let some = expected.jobs.sorted().shuffled(using: &random).prefix(3)
            try context.find(Member.self, member).jobs = Set(some.map { try context.find(Job.self, $0) })
            expected.assignees = expected.assignees.filter { $0.value != member }
            for job in some { expected.assignees[job] = member }
        case 6:
            guard let member, let other, member != other else { return }
            try context.find(Member.self, member).friends.insert(try context.find(Member.self, other))
            expected.friends[member, default: []].insert(other)
        case 7:
            guard let member else { return }
            let some = Set(clubs.shuffled(using: &random).prefix(2))
            try context.find(Member.self, member).clubs = Set(some.map { try context.find(Club.self, $0) })
            expected.clubs[member] = some
        case 8:
            guard let member, let club = clubs.randomElement(using: &random) else { return }
            try context.find(Club.self, club).members.remove(try context.find(Member.self, member))
            expected.clubs[member]?.remove(club)
        case 9:
            guard let member, let desk = desks.randomElement(using: &random) else { return }
            try context.find(Desk.self, desk).owner = try context.find(Member.self, member)
            expected.desks = expected.desks.filter { $0.value != member }
            expected.desks[desk] = member
        case 10:
            guard let plan = plans.randomElement(using: &random) else { return }
            let some = Array(expected.jobs.sorted().shuffled(using: &random).prefix(4))
            try context.find(Plan.self, plan).steps = some.map { try context.find(Job.self, $0) }
            for other in plans { expected.steps[other]?.removeAll { some.contains($0) } }
            expected.steps[plan] = some
        default:
            if let member, Bool.random(using: &random) {
                context.delete(try context.find(Member.self, member))
                expected.forget(member: member)
            } else if let job {
                context.delete(try context.find(Job.self, job))
                expected.forget(job: job)
            }
        }
    }

    private func check(_ context: ManagedObjectContext, _ expected: Expected, _ message: String) throws {
        var found = Expected()
        for member in try context.fetch(FetchRequest<Member>()) {
            found.members.insert(member.name)
            let friends = Set(member.friends.map(\.name))
            if !friends.isEmpty { found.friends[member.name] = friends }
            let clubs = Set(member.clubs.map(\.name))
            if !clubs.isEmpty { found.clubs[member.name] = clubs }
            XCTAssertTrue(member.jobs.allSatisfy { $0.assignee === member }, message)
            XCTAssertTrue(member.clubs.allSatisfy { $0.members.contains(member) }, message)
            XCTAssertTrue(member.desk.map { $0.owner === member } ?? true, message)
        }
        for job in try context.fetch(FetchRequest<Job>()) {
            found.jobs.insert(job.name)
            found.assignees[job.name] = job.assignee?.name
            XCTAssertTrue(job.assignee.map { $0.jobs.contains(job) } ?? true, message)
            XCTAssertTrue(job.plan.map { $0.steps.contains(job) } ?? true, message)
        }
        for desk in try context.fetch(FetchRequest<Desk>()) { found.desks[desk.name] = desk.owner?.name }
        for plan in try context.fetch(FetchRequest<Plan>()) where !plan.steps.isEmpty {
            found.steps[plan.name] = plan.steps.names
        }
        for club in try context.fetch(FetchRequest<Club>()) {
            XCTAssertTrue(club.members.allSatisfy { $0.clubs.contains(club) }, message)
        }
        XCTAssertEqual(found, expected.pruned, message)
    }
}

extension Expected {
    fileprivate mutating func forget(member: String) {
        members.remove(member)
        assignees = assignees.filter { $0.value != member }
        friends[member] = nil
        friends = friends.mapValues { $0.subtracting([member]) }
        clubs[member] = nil
        desks = desks.filter { $0.value != member }
    }

    fileprivate mutating func forget(job: String) {
        jobs.remove(job)
        assignees[job] = nil
        steps = steps.mapValues { $0.filter { $0 != job } }
    }

    /// Without what is empty.
    fileprivate var pruned: Expected {
        var pruned = self
        pruned.friends = friends.filter { !$0.value.isEmpty }
        pruned.clubs = clubs.filter { !$0.value.isEmpty }
        pruned.steps = steps.filter { !$0.value.isEmpty }
        return pruned
    }
}
