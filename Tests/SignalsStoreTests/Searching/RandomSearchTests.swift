import Foundation
import SignalsBattery
import SignalsStore
import SignalsStoreCore
import XCTest

/// Random searches among random changes, against what each text says of itself.
final class RandomSearchTests: XCTestCase {
    private static let vocabulary = [
        "milk", "Milk", "bread", "breakfast", "Café", "cafe\u{301}", "e-mail", "ÀÉ", "Straße", "Привет", "ПРИВЕТ",
        "中文字", "don't", "x86_64", "ὈΔΥΣΣΕΎΣ", "👍", "AND", "NOT", "\"", "*", "(", "title:", "ngô", "Ngo", "\u{0}",
        "हिन्दी", "한국어", "\u{1112}\u{1161}\u{11AB}",
    ]

    private struct Trial {
        var random: SeededGenerator
        var notes: [Jotting] = []
        var found = 0

        mutating func text(_ counts: ClosedRange<Int>) -> String {
            let words = (0..<Int.random(in: counts, using: &random)).map { _ in
                vocabulary.randomElement(using: &random) ?? ""
            }
            return words.joined(separator: [" ", ", ", "-", "\n"].randomElement(using: &random) ?? " ")
        }

        mutating func query() -> TextSearch {
            let parts = (0..<Int.random(in: 1...3, using: &random)).map { _ in
                let text = self.text(1...1)
                return switch Int.random(in: 0..<4, using: &random) {
                case 0: String(text.prefix(2)) + "*"
                case 1: "\"\(text) \(self.text(1...1))\""
                case 2: text.uppercased()
                default: text
                }
            }
            return TextSearch(parts.joined(separator: " "), isBeingTyped: Bool.random(using: &random))
        }

        mutating func change(_ context: ManagedObjectContext) throws {
            switch Int.random(in: 0..<8, using: &random) {
            case 0..<3:
                let note = Bool.random(using: &random) ? Jotting(context: context) : Missive(context: context)
                (note.title, note.body) = (text(0...6), Bool.random(using: &random) ? nil : text(0...6))
                (note as? Missive)?.sender = text(0...2)
                notes.append(note)
            case 3, 4: notes.randomElement(using: &random)?.title = text(0...6)
            case 5: notes.randomElement(using: &random)?.body = Bool.random(using: &random) ? nil : text(0...6)
            case 6:
                if let place = notes.indices.randomElement(using: &random) { context.delete(notes.remove(at: place)) }
            default: try context.save()
            }
        }

        mutating func check<Kind: Jotting>(_ type: Kind.Type, _ context: ManagedObjectContext) throws -> String? {
            let search = query()
            var request = FetchRequest<Kind>()
            request.textSearch = search
            let expected = notes.compactMap { $0 as? Kind }
                .filter { note in
                    let all = [note.title, note.body, type == Missive.self ? (note as? Missive)?.sender : nil]
                    return search.matches(all.compactMap(\.self))
                }
            let objects = try context.fetch(request)
            found += objects.count
            let isSame = Set(objects.map(\.objectID)) == Set(expected.map(\.objectID))
            let isCounted = try context.count(for: request) == expected.count
            let isRead = try context.fetchSnapshots(request).map(\.objectID) == objects.map(\.objectID)
            return isSame && isCounted && isRead ? nil : "“\(search.text)” of \(type)"
        }
    }

    func testSearchesFindWhatTextsSay() throws {
        var found = 0
        for seed in 1...UInt64(steps(60)) {
            let container = try makeContainer(.jottings)
            defer { container.close() }
            let (difference, count): (String?, Int) = try container.inBackground { context in
                var trial = Trial(random: SeededGenerator(state: seed))
                for _ in 0..<40 {
                    try trial.change(context)
                    if let difference = try trial.check(Jotting.self, context) ?? trial.check(Missive.self, context) {
                        return (difference, 0)
                    }
                }
                return (nil, trial.found)
            }
            XCTAssertNil(difference, "seed \(seed)")
            found += count
        }
        XCTAssertGreaterThan(found, steps(500), "the searches find something")
    }
}
