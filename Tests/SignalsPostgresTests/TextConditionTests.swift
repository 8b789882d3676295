import Foundation
import SignalsBattery
import SignalsStore
import XCTest

@testable import SignalsPostgres

/// Tests of texts are made by the server where it makes them as Swift does, and by the program elsewhere.
final class TextConditionTests: XCTestCase {
    private static let pieces = [
        "a", "A", "b", "k", "K", "\u{212A}", "i", "I", "İ", "é", "e\u{301}", "e", "\u{301}", "ß", "%", "_", "\\", "*",
        "?", " ",
        "\n", "\r\n", "\r", "\u{0}", "\u{1}", "\u{2}", "\u{3}", "😀", "ö", "o\u{308}", "\u{327}", "가", "\u{1100}",
        "\u{1161}",
        "각", "\u{11A8}", "你", "👩", "👩‍👧", "🇩", "🇪", "ﬁ", "\u{37E}", ";",
    ]

    private func text(_ count: ClosedRange<Int>, _ random: inout SystemRandomNumberGenerator) -> String {
        (0..<Int.random(in: count, using: &random)).map { _ in Self.pieces.randomElement(using: &random) ?? "" }
            .joined()
    }

    func testATextIsFoundAsSwiftFindsIt() throws {
        var random = SystemRandomNumberGenerator()
        let container = try openContainer(newSchema(), ManagedObjectModel(Plant.self, Bed.self, Seedling.self))
        try container.inBackground { context in
            for number in 0..<300 {
                let bed = Bed(context: context)
                bed.name = text(0...4, &random)
                let seedling = Seedling(context: context)
                seedling.number = number
                seedling.bed = number % 5 == 0 ? nil : bed
                let plant = Plant(context: context)
                plant.name = "\(number)" + bed.name
                plant.notes = number % 4 == 0 ? nil : text(0...5, &random)
                plant.height = Double(number % 3)
            }
            try context.save()
            for _ in 0..<steps(25) {
                let sought = text(0...2, &random)
                try check(Self.plants(sought), context, sought)
                try check(Self.beds(sought), context, sought)
                try check(Self.seedlings(sought), context, sought)
            }
        }
    }

    private func check<Object: ManagedObject>(
        _ predicates: [Predicate<Object>], _ context: ManagedObjectContext, _ sought: String
    ) throws {
        let all = try context.fetch(FetchRequest<Object>())
        for (index, predicate) in predicates.enumerated() {
            let expected = try all.filter { try predicate.evaluate($0) }.map(\.objectID)
            let message = "\(Array(sought.unicodeScalars.map { $0.value })), \(Object.self) \(index)"
            XCTAssertEqual(try context.fetch(FetchRequest(predicate: predicate)).map(\.objectID), expected, message)
            XCTAssertEqual(try context.count(for: FetchRequest(predicate: predicate)), expected.count, message)
        }
    }

    private static func plants(_ sought: String) -> [Predicate<Plant>] {
        [
            #Predicate { $0.name.contains(sought) }, #Predicate { !$0.name.contains(sought) },
            #Predicate { $0.name.starts(with: sought) }, #Predicate { !$0.name.starts(with: sought) },
            #Predicate { $0.notes?.contains(sought) ?? false },
            #Predicate { $0.notes?.contains(sought) ?? true }, #Predicate { !($0.notes?.contains(sought) ?? false) },
            #Predicate { $0.notes?.contains(sought) == true }, #Predicate { $0.notes?.contains(sought) == false },
            #Predicate { $0.notes?.starts(with: sought) == nil },
            #Predicate { $0.name.localizedStandardContains(sought) },
            #Predicate { !$0.name.localizedStandardContains(sought) },
            #Predicate { $0.height > 1 && ($0.name.contains(sought) || $0.height < 0.5) },
            #Predicate { ($0.height > 1 ? $0.name.contains(sought) : !$0.name.contains("a")) },
            #Predicate { $0.name.count > 3 && $0.name.contains(sought) },
        ]
    }

    private static func beds(_ sought: String) -> [Predicate<Bed>] {
        [
            #Predicate { $0.seedlings.contains { $0.bed?.name.contains(sought) ?? false } },
            #Predicate { !$0.seedlings.contains { $0.number > 20 && !($0.bed?.name.contains(sought) ?? true) } },
        ]
    }

    private static func seedlings(_ sought: String) -> [Predicate<Seedling>] {
        [
            #Predicate { $0.bed?.name.contains(sought) ?? false }, #Predicate { $0.bed?.name.contains(sought) ?? true },
            #Predicate { !($0.bed?.name.contains(sought) ?? false) },
            #Predicate { $0.bed?.name.contains(sought) == false },
        ]
    }

    func testTextsOfAnyCaseAndPatternsAreFoundAsInAFile() throws {
        var random = SystemRandomNumberGenerator()
        let model = ManagedObjectModel(Bed.self, Seedling.self)
        let server = try openContainer(newSchema(), model)
        let file = try PersistentContainer(name: "Test", model: model, stores: [.inMemory()])
        defer { file.close() }
        let all = (0..<300).map { _ in text(0...5, &random) }
        for container in [server, file] {
            try container.inBackground { context in
                for name in all { Bed(context: context).name = name }
                try context.save()
            }
        }
        for _ in 0..<steps(40) {
            let sought = text(0...2, &random)
            let pattern = text(0...2, &random) + "*" + text(0...2, &random)
            let words = ["CONTAINS[c]", "BEGINSWITH[c]", "ENDSWITH[c]", "==[c]", "LIKE", "LIKE[c]"]
            for (word, isNegated) in words.flatMap({ [($0, false), ($0, true)] }) {
                let clause = (isNegated ? "NOT " : "") + "name \(word) %@"
                let value = word.hasPrefix("LIKE") ? pattern : sought
                XCTAssertEqual(
                    try names(in: server, clause, value), try names(in: file, clause, value),
                    "\(clause) \(Array(value.unicodeScalars.map { $0.value }))")
            }
        }
    }

    private func names(in container: PersistentContainer, _ clause: String, _ value: String) throws -> [String] {
        var request = FetchRequest<Bed>()
        try Where<Bed>(clause, value).apply(to: &request)
        return try container.inBackground { try $0.fetch(request).map(\.name).sorted() }
    }

    func testTheServerIsAskedForWhatATextMayBeIn() throws {
        let container = try openContainer(newSchema())
        try container.inBackground { context in
            let request = FetchRequest<Plant>(predicate: #Predicate { $0.name.contains("rose") && $0.name.count > 5 })
            let plan = try XCTUnwrap(request.explain(in: context).first)
            XCTAssertTrue(plan.statement.contains("strpos(t0.\"name\", $1::text) > 0"), plan.statement)
            XCTAssertEqual(plan.valueTypes, ["text", "boolean"])
            XCTAssertEqual(plan.steps.last?.description, "Look at each row in the program")
        }
    }

    func testATextThatIsNotASCIIIsSoughtByTheServerToo() throws {
        let container = try openContainer(newSchema())
        try container.inBackground { context in
            for number in 0..<40 {
                let plant = Plant(context: context)
                plant.name = number % 10 == 0 ? "Bärlauch \(number)" : "Öl \(number)"
                plant.notes = number % 2 == 0 ? "blüht" : nil
            }
            try context.save()
        }
        for (text, count) in [("ärl", 4), ("a\u{308}rl", 4), ("rlau", 4), ("Öl", 36), ("ü", 0)] {
            let request = FetchRequest<Plant>(predicate: #Predicate { $0.name.contains(text) })
            XCTAssertEqual(try container.inBackground { try $0.fetch(request).count }, count, text)
            let plan = try XCTUnwrap(try container.inBackground { try request.explain(in: $0).first })
            XCTAssertTrue(plan.statement.contains("strpos(t0.\"name\", $1::text) > 0"), plan.statement)
        }
    }
}
