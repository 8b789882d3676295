import Foundation
import SignalsStore
import XCTest

private enum Priority: String, Codable, CaseIterable, Comparable, AttributeValue {
    case high, low, normal

    var weight: Int {
        switch self {
        case .high: 3
        case .normal: 2
        case .low: 1
        }
    }
    var isUrgent: Bool { self == .high }
    var label: String? { self == .low ? nil : rawValue.uppercased() }

    static func < (left: Priority, right: Priority) -> Bool { left.weight < right.weight }
}

/// A family, and one that is more.
private class Letter: ManagedObject {
    @Attribute var priority = Priority.normal
    @Attribute var older: Priority? = nil
    @Attribute var grams = 1
}

private final class Telegram: Letter {
    @Attribute var words = 0
}

/// Enums whose cases are known, and entities with subclasses.
final class EnumPredicateTests: XCTestCase {
    private func container() throws -> PersistentContainer {
        let container = try makeContainer(ManagedObjectModel(Letter.self, Telegram.self))
        try container.inBackground { context in
            for (index, priority) in [Priority.low, .high, .normal, .high].enumerated() {
                let letter = index == 3 ? Telegram(context: context) : Letter(context: context)
                letter.priority = priority
                letter.older = index % 2 == 0 ? nil : .low
                letter.grams = index
            }
            try context.save()
        }
        return container
    }

    func testPropertiesAndTheOrderOfCasesAreTranslated() throws {
        let normal = Priority.normal
        try container().inBackground { context in
            let all = try context.fetch(FetchRequest<Letter>())
            let predicates: [Predicate<Letter>] = [
                #Predicate { $0.priority.rawValue == "high" }, #Predicate { $0.priority.weight >= 2 },
                #Predicate { $0.priority.isUrgent }, #Predicate { !$0.priority.isUrgent },
                #Predicate { $0.priority.label == nil }, #Predicate { $0.priority < normal },
                #Predicate { $0.priority >= normal }, #Predicate { normal <= $0.priority },
                #Predicate { ($0.older ?? normal) < $0.priority }, #Predicate { $0.older?.weight == 1 },
            ]
            for (index, predicate) in predicates.enumerated() {
                let expected = try all.filter { try predicate.evaluate($0) }.map(\.grams)
                let found = try context.fetch(FetchRequest(predicate: predicate)).map(\.grams)
                XCTAssertEqual(found, expected, "predicate \(index)")
            }
        }
    }

    func testSubclassesArePartOfARequestUnlessTheyAreLeftOut() throws {
        try container().inBackground { context in
            var request = FetchRequest<Letter>(predicate: #Predicate { $0.priority.isUrgent })
            XCTAssertEqual(try context.fetch(request).map(\.grams), [1, 3])
            XCTAssertEqual(try context.sum(\.grams, of: request), 4)
            request.includesSubentities = false
            XCTAssertEqual(try context.fetch(request).map(\.grams), [1])
            XCTAssertEqual(try context.count(for: request), 1)
            XCTAssertEqual(try context.sum(\.grams, of: request), 1)
            Telegram(context: context).priority = .high
            Letter(context: context).priority = .high
            XCTAssertEqual(try context.count(for: request), 2)
            request.includesSubentities = true
            XCTAssertEqual(try context.count(for: request), 4)
        }
    }

    func testBatchesReachSubclasses() throws {
        let container = try container()
        try container.inBackground { context in
            let letters = try context.fetch(FetchRequest<Letter>(sortBy: [SortDescriptor(\.grams)]))
            let update = BatchUpdateRequest<Letter>(predicate: #Predicate { $0.grams > 1 })
                .setting(\.grams, to: #Expression { $0.grams * 10 })
            XCTAssertEqual(try context.execute(update).count, 2)
            XCTAssertEqual(letters.map(\.grams), [0, 1, 20, 30])
            var heaviest = FetchRequest<Letter>(sortBy: [SortDescriptor(\.grams, order: .reverse)])
            heaviest.fetchLimit = 2
            XCTAssertEqual(try context.execute(BatchDeleteRequest(fetchRequest: heaviest)).count, 2)
            XCTAssertEqual(try context.values(\.grams, of: FetchRequest<Letter>()), [0, 1])
            XCTAssertEqual(try context.count(for: FetchRequest<Telegram>()), 0)
        }
    }
}
