import Foundation
import SignalsStore
import XCTest

/// The expected contents of a context and its store, as two dictionaries.
private struct Expected {
    var stored: [String: Int] = [:]
    var present: [String: Int] = [:]
    var nextName = 0
}

final class RandomOperationsTests: XCTestCase {
    func testAContextAlwaysHoldsWhatASimpleModelHolds() throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        var random = SeededGenerator(state: seed)
        let container = try makeContainer()
        let context = container.newBackgroundContext()
        var expected = Expected()
        for step in 0..<1500 {
            try context.performAndWait { try operate(on: context, &expected, &random) }
            guard step.isMultiple(of: 10) else { continue }
            try context.performAndWait { try check(context, expected.present, "seed \(seed), step \(step)") }
            try container.inBackground { try check($0, expected.stored, "stored, seed \(seed), step \(step)") }
        }
    }

    private func operate(
        on context: ManagedObjectContext, _ expected: inout Expected, _ random: inout SeededGenerator
    ) throws {
        switch Int.random(in: 0..<12, using: &random) {
        case 0...3:
            let chore = Chore(context: context)
            chore.name = "chore \(expected.nextName)"
            chore.minutes = expected.nextName % 7
            expected.present[chore.name] = chore.minutes
            expected.nextName += 1
        case 4...6:
            guard let chore = try anyChore(context, expected, &random) else { return }
            chore.minutes = Int.random(in: 0..<7, using: &random)
            expected.present[chore.name] = chore.minutes
        case 7, 8:
            guard let chore = try anyChore(context, expected, &random) else { return }
            expected.present[chore.name] = nil
            context.delete(chore)
        case 9, 10:
            try context.save()
            expected.stored = expected.present
        default:
            context.rollback()
            expected.present = expected.stored
        }
    }

    private func anyChore(
        _ context: ManagedObjectContext, _ expected: Expected, _ random: inout SeededGenerator
    ) throws -> Chore? {
        guard let name = expected.present.keys.sorted().randomElement(using: &random) else { return nil }
        let found = try context.fetch(FetchRequest<Chore>(predicate: #Predicate { $0.name == name }))
        XCTAssertEqual(found.count, 1)
        return found.first
    }

    private func check(_ context: ManagedObjectContext, _ expected: [String: Int], _ message: String) throws {
        let all = try context.fetch(FetchRequest<Chore>(sortBy: [SortDescriptor(\.name)]))
        XCTAssertEqual(all.map(\.name), expected.keys.sorted(), message)
        XCTAssertEqual(all.map(\.minutes), expected.sorted { $0.key < $1.key }.map(\.value), message)
        let few = FetchRequest<Chore>(
            predicate: #Predicate { $0.minutes > 3 },
            sortBy: [SortDescriptor(\.minutes), SortDescriptor(\.name, order: .reverse)], fetchLimit: 5, fetchOffset: 2)
        let wanted = expected.filter { $0.value > 3 }.sorted { ($0.value, $1.key) < ($1.value, $0.key) }
        XCTAssertEqual(try context.fetch(few).map(\.name), wanted.dropFirst(2).prefix(5).map(\.key), message)
        let count = try context.count(for: FetchRequest<Chore>(predicate: #Predicate { $0.minutes > 3 }))
        XCTAssertEqual(count, wanted.count, message)
    }
}
