import Foundation
import XCTest

@testable import SignalsStore

private final class Cabin: ManagedObject {
    @Attribute var name = ""
    @Attribute var height: Int? = nil
    @Relationship(inverse: \Guest.room) var guests: Set<Guest> = []
    @Relationship var above: Cabin?
}

private class Guest: ManagedObject {
    @Attribute var name: String? = nil
    @Attribute var age = 0
    @Relationship var room: Cabin?
    @Relationship(inverse: \Circle.members) var circles: Set<Circle> = []
}

private final class Patron: Guest {
    @Attribute var rank = 0
}

private final class Circle: ManagedObject {
    @Attribute var title = ""
    @Relationship var members: Set<Guest> = []
}

/// What conditions on related objects find in a store is what Swift finds among the objects, however they are joined.
final class RelatedConditionTests: XCTestCase {
    private static let leaves: [Where<Guest>] = {
        let (name, names, nothing): (String, [String?], String?) = ("b", ["a", "c"], nil)
        var found: [Where<Guest>] = []
        found.append(Where(#Predicate<Guest> { $0.room?.name == name }))
        found.append(Where(#Predicate<Guest> { $0.room?.name != name }))
        found.append(Where(#Predicate<Guest> { $0.room?.name == nothing }))
        found.append(Where(#Predicate<Guest> { name == $0.room?.name }))
        found.append(Where(#Predicate<Guest> { $0.room?.height == 1 }))
        found.append(Where(#Predicate<Guest> { $0.room?.height == nil }))
        found.append(Where(#Predicate<Guest> { $0.room?.above?.name == name }))
        found.append(Where(#Predicate<Guest> { $0.room.flatMap { $0.above?.above?.height } == 2 }))
        found.append(Where(#Predicate<Guest> { names.contains($0.room.flatMap { $0.name }) }))
        found.append(Where(#Predicate<Guest> { $0.room.flatMap { $0.name.contains("a") } == true }))
        found.append(Where(#Predicate<Guest> { $0.room.flatMap { $0.name.starts(with: "b") } ?? false }))
        found.append(Where(#Predicate<Guest> { $0.room.flatMap { $0.name > name } ?? false }))
        found.append(Where(#Predicate<Guest> { $0.room.flatMap { $0.name > name } == true }))
        found.append(Where(#Predicate<Guest> { $0.room.flatMap { $0.name > name } == false }))
        found.append(Where(#Predicate<Guest> { $0.room?.name == $0.name }))
        found.append(Where(#Predicate<Guest> { $0.room == nil }))
        found.append(Where(#Predicate<Guest> { $0.circles.contains { $0.title == name } }))
        found.append(Where(#Predicate<Guest> { $0.circles.contains { $0.title > name } }))
        found.append(Where(#Predicate<Guest> { $0.circles.allSatisfy { $0.title == name } }))
        found.append(Where(#Predicate<Guest> { $0.circles.isEmpty }))
        found.append(Where(#Predicate<Guest> { $0.circles.count == 2 }))
        found.append(Where(#Predicate<Guest> { guest in guest.circles.contains { $0.title == guest.name ?? "" } }))
        found.append(Where(#Predicate<Guest> { $0.circles.contains { $0.members.contains { $0.age == 3 } } }))
        found.append(Where(#Predicate<Guest> { $0.circles.contains { $0.members.contains { $0.room?.name == name } } }))
        found.append(Where(#Predicate<Guest> { $0.name?.starts(with: "a") == true }))
        found.append(Where(#Predicate<Guest> { $0.name.flatMap { $0.contains("b") } ?? false }))
        found.append(Where(#Predicate<Guest> { $0.room.flatMap { $0.guests.contains { $0.age == 3 } } ?? false }))
        found.append(Where(#Predicate<Guest> { $0.room.flatMap { !$0.guests.contains { $0.age == 3 } } ?? false }))
        found.append(Where(#Predicate<Guest> { 6 / ($0.age + 1) > 2 }))
        found += [Where(\.age == 1), Where(\.age == 2), Where(\.age < 3)]
        return found
    }()

    private func clause(_ depth: Int, _ random: inout ReplayableGenerator) -> Where<Guest> {
        if depth == 0 { return Self.leaves.randomElement(using: &random)! }
        switch Int.random(in: 0..<5, using: &random) {
        case 0: return !clause(depth - 1, &random)
        case 1, 2: return clause(depth - 1, &random) && clause(depth - 1, &random)
        default: return clause(depth - 1, &random) || clause(depth - 1, &random)
        }
    }

    private func fill(_ context: ManagedObjectContext, _ random: inout ReplayableGenerator) {
        let names = ["a", "b", "c", "ab", ""]
        let rooms = (0..<8).map { _ in Cabin(context: context) }
        let circles = (0..<6).map { _ in Circle(context: context) }
        for room in rooms {
            room.name = names.randomElement(using: &random)!
            room.height = [nil, 1, 2].randomElement(using: &random)!
            room.above = Bool.random(using: &random) ? rooms.randomElement(using: &random) : nil
        }
        for circle in circles { circle.title = names.randomElement(using: &random)! }
        for index in 0..<40 {
            let guest = index % 3 == 0 ? Patron(context: context) : Guest(context: context)
            guest.name = (names + [nil]).randomElement(using: &random)!
            guest.age = Int.random(in: 0..<5, using: &random)
            guest.room = Bool.random(using: &random) ? rooms.randomElement(using: &random) : nil
            guest.circles = Set(circles.shuffled(using: &random).prefix(Int.random(in: 0..<3, using: &random)))
        }
    }

    func testConditionsOnRelatedObjectsFindWhatSwiftFinds() throws {
        var random = ReplayableGenerator.fromEnvironment()
        let seed = random.seed
        let container = try makeContainer(ManagedObjectModel(Cabin.self, Guest.self, Patron.self, Circle.self))
        try container.inBackground { context in
            fill(context, &random)
            try context.save()
            let all = try context.fetch(FetchRequest<Guest>())
            for index in 0..<400 {
                let clause = clause(Int.random(in: 0..<4, using: &random), &random)
                var request = FetchRequest<Guest>()
                try clause.apply(to: &request)
                let condition = try XCTUnwrap(request.condition)
                let expected = try all.filter { try condition.matches($0) }.map(\.number)
                let message = "seed \(seed), condition \(index)"
                XCTAssertEqual(try context.fetch(request).map(\.number), expected, message)
                let numbers = all.map(\.objectID)
                var few = request
                try Where<Guest>(#Predicate { numbers.contains($0.objectID) }).apply(to: &few)
                XCTAssertEqual(try context.fetch(few).map(\.number), expected, message)
            }
        }
    }

    private func named(_ name: String) -> Where<Guest> {
        Where(#Predicate<Guest> { $0.name.flatMap { $0.contains(name) } == true })
    }

    func testThousandsOfTermsAreOneCondition() throws {
        let container = try makeContainer(ManagedObjectModel(Cabin.self, Guest.self, Patron.self, Circle.self))
        try container.inBackground { context in
            for age in 0..<10 {
                let guest = Guest(context: context)
                (guest.age, guest.name) = (age, "guest \(age)")
            }
            try context.save()
            let ages = (0..<2_000).map { Where<Guest>(\.age == $0 * 2) }.reduce(Where(false)) { $0 || $1 }
            let names = (0..<2_000).map { self.named("guest \($0 * 3)") }.reduce(Where(false)) { $0 || $1 }
            let others = (0..<2_000).map { Where<Guest>(\.age != $0 + 6) }.reduce(Where(true)) { $0 && $1 }
            var request = FetchRequest<Guest>(sortBy: [SortDescriptor(\.age)])
            try ages.apply(to: &request)
            XCTAssertEqual(try context.fetch(request).map(\.age), [0, 2, 4, 6, 8])
            try others.apply(to: &request)
            XCTAssertEqual(try context.fetch(request).map(\.age), [0, 2, 4])
            request.condition = nil
            try names.apply(to: &request)
            XCTAssertEqual(try context.fetch(request).map(\.age), [0, 3, 6, 9])
        }
    }
}
