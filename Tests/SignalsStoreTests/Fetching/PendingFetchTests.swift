import Foundation
import Signals
import SignalsStore
import XCTest

private class Card: ManagedObject {
    @Attribute(.indexed) var name = ""
    @Attribute(.indexed) var number = 0
    @Attribute var price: Decimal? = nil
    @Attribute var ratio = 0.0
    @Attribute var note: String? = nil
    @Relationship(inverse: \Card.previous) var next: Set<Card> = []
    @Relationship var previous: Card?
}

private final class Postcard: Card {
    // Before the attributes of the superclass by its name, and among them by its place.
    @Attribute(.indexed) var arrival = Date(timeIntervalSinceReferenceDate: 0)
}

/// A fetch in a context with many changes finds what judging each object would find.
final class PendingFetchTests: XCTestCase {
    private static let model = ManagedObjectModel(Card.self, Postcard.self)
    private static let names = ["", "a", "A", "e\u{301}", "\u{e9}", "z\u{323}\u{307}", "z\u{307}\u{323}", "b"]
    private static let ratios = [0, -0.0, 1, .nan, .infinity, 0.1]
    private static let prices = ["0", "1", "1.0", "-1", "0.10"].map { Decimal(string: $0) } + [nil, .nan]
    private static let notes = [nil, "", "e\u{301}", "\u{e9}"]

    private static func fill(_ card: Card, _ random: inout ReplayableGenerator) {
        for _ in 0..<max(1, Int.random(in: -2...3, using: &random)) {
            switch Int.random(in: 0..<6, using: &random) {
            case 0: card.name = names.randomElement(using: &random) ?? ""
            case 1: card.number = Int.random(in: 0..<12, using: &random)
            case 2: card.price = prices.randomElement(using: &random) ?? nil
            case 3: card.ratio = ratios.randomElement(using: &random) ?? 0
            case 4: card.note = notes.randomElement(using: &random) ?? nil
            default: (card as? Postcard)?.arrival = Date(timeIntervalSinceReferenceDate: 1)
            }
        }
    }

    /// A predicate that finds a card, as a rule.
    private static func predicate(_ card: Card?, _ random: inout ReplayableGenerator) -> Predicate<Card> {
        let (first, second) = (card?.name ?? "", names.randomElement(using: &random) ?? "")
        let numbers = [card?.number ?? 0] + (0..<2).map { _ in Int.random(in: 0..<12, using: &random) }
        let (number, other) = (numbers[0], numbers[1])
        let (price, ratio, note) = (card?.price, card?.ratio ?? 0, card?.note)
        switch Int.random(in: 0..<11, using: &random) {
        case 0: return #Predicate { $0.name == first }
        case 1: return #Predicate { $0.number == number }
        case 2: return #Predicate { $0.price == price }
        case 3: return #Predicate { $0.ratio == ratio }
        case 4: return #Predicate { $0.note == note && $0.number <= number }
        case 5: return #Predicate { $0.name == first || $0.name == second }
        case 6: return #Predicate { $0.name == first && $0.number == number }
        case 7: return #Predicate { numbers.contains($0.number) && $0.name != second }
        case 8: return #Predicate { ($0.number == number || $0.number == other) && $0.ratio <= ratio }
        case 9: return #Predicate { $0.number == number || $0.number > 9 }
        default: return #Predicate { !($0.name == first) }
        }
    }

    /// Changes something of a context's, as a program may.
    private static func change(
        _ context: ManagedObjectContext, _ container: PersistentContainer, _ random: inout ReplayableGenerator
    ) throws {
        let cards = try context.fetch(FetchRequest<Card>())
        // Some again and again.
        let card = (Bool.random(using: &random) ? cards[..<min(cards.count, 4)] : cards[...]).randomElement(
            using: &random)
        switch Int.random(in: 0..<14, using: &random) {
        case 0..<4: fill(Bool.random(using: &random) ? Card(context: context) : Postcard(context: context), &random)
        case 4..<8: if let card { fill(card, &random) }
        case 8: if let card { context.delete(card) }
        case 9: card?.previous = cards.randomElement(using: &random)
        case 10: Bool.random(using: &random) ? context.undo() : context.redo()
        case 11: if let card { context.refresh(card, mergeChanges: Bool.random(using: &random)) }
        case 12:
            try container.inBackground { other in
                other.mergePolicy = .overwrite
                let cards = try other.fetch(FetchRequest<Card>())
                for _ in 0..<3 { if let card = cards.randomElement(using: &random) { fill(card, &random) } }
                try other.save()
            }
        default:
            let child = ManagedObjectContext(concurrencyType: .privateQueue, parent: context)
            try child.performAndWait {
                for card in try child.fetch(FetchRequest<Card>()).prefix(4) { fill(card, &random) }
                try child.save()
            }
        }
    }

    private func check(
        _ context: ManagedObjectContext, _ message: String, _ random: inout ReplayableGenerator
    ) throws {
        let cards = try context.fetch(FetchRequest<Card>())
        let card = (Bool.random(using: &random) ? cards[..<min(cards.count, 4)] : cards[...]).randomElement(
            using: &random)
        var request = FetchRequest(predicate: Self.predicate(card, &random))
        request.includesSubentities = Int.random(in: 0..<4, using: &random) > 0
        if Bool.random(using: &random) { request.sortDescriptors = [SortDescriptor(\.number, order: .reverse)] }
        if Bool.random(using: &random) { request.fetchLimit = Int.random(in: 0..<5, using: &random) }
        if Bool.random(using: &random) { request.fetchOffset = Int.random(in: 0..<3, using: &random) }
        let found = try context.fetch(request)
        // After it, which has read what others saved.
        var expected = try context.registeredCards.filter { card in
            try (request.includesSubentities || type(of: card) == Card.self)
                && request.predicate?.evaluate(card) ?? true
        }
        expected.sort { left, right in
            if !request.sortDescriptors.isEmpty, left.number != right.number { return left.number > right.number }
            return left.order < right.order
        }
        expected = Array(expected.dropFirst(request.fetchOffset).prefix(request.fetchLimit ?? expected.count))
        XCTAssertEqual(found.map(\.order), expected.map(\.order), message)
        XCTAssertEqual(try context.count(for: request), expected.count, message)
    }

    func testAFetchFindsObjectsByTheirPresentValues() throws {
        for turn in 0..<4 {
            var random = ReplayableGenerator.fromEnvironment()
            let seed = random.seed
            let container = try makeContainer(Self.model)
            try container.inBackground { context in
                for _ in 0..<30 { Self.fill(Card(context: context), &random) }
                for _ in 0..<10 { Self.fill(Postcard(context: context), &random) }
                try context.save()
            }
            let context = container.newBackgroundContext()
            context.automaticallyMergesChangesFromParent = turn % 2 == 0
            try context.performAndWait {
                context.isUndoEnabled = turn == 0
                context.mergePolicy = .mergeByPropertyObjectTrump
                // Held, so that each object is known.
                var held = try context.fetch(FetchRequest<Card>())
                for card in held { Self.fill(card, &random) }
                for round in 0..<50 {
                    try Self.change(context, container, &random)
                    held = try context.fetch(FetchRequest<Card>())
                    for part in 0..<3 {
                        try check(context, "seed \(seed), turn \(turn), round \(round), \(part)", &random)
                    }
                    if round % 20 == 19 { try context.save() }
                    if round % 23 == 22 { context.rollback() }
                }
                withExtendedLifetime(held) {}
            }
        }
    }
}

extension ManagedObjectContext {
    /// The context's cards that are not deleted; all of them, where all were fetched and are held.
    fileprivate var registeredCards: [Card] {
        registeredObjects.compactMap { $0 as? Card }.filter { !$0.isDeleted && $0.managedObjectContext != nil }
    }
}

extension Card {
    /// The place among the objects that a request does not tell apart.
    fileprivate var order: Int { objectID.description.split(separator: "/").last.flatMap { Int($0) } ?? 0 }
}
