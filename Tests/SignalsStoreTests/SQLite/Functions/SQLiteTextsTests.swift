import Foundation
import XCTest

@testable import SignalsStore
@testable import SignalsStoreCore
@testable import SignalsSQLite

/// What the bytes of texts show of a test is what Swift gives.
final class SQLiteTextsTests: XCTestCase {
    private static let pieces = [
        "a", "A", "b", "ab", "k", "\u{212A}", "é", "e", "\u{301}", "ü", "\r", "\n", "\r\n", "\u{0}", " ", "\u{200D}",
        "\u{600}", "\u{5FF}", "\u{903}", "가", "\u{1100}", "\u{1161}", "\u{11A8}", "👩", "👩‍👧", "🇩", "🇪", "\u{AD}", "ı",
        "İ",
        "ﬁ", "ß", "\u{37E}", ";", "\u{1FEF}", "`", "\u{FE0F}", "1",
    ]

    private func text(upTo count: Int, _ random: inout ReplayableGenerator) -> String {
        let pieces = (0..<Int.random(in: 0...count, using: &random)).map { _ in
            Self.pieces.randomElement(using: &random)!
        }
        return NormalForm.composed(pieces.joined())
    }

    private func bytes(_ test: QueryExpression.TextTest, _ whole: String, _ part: String) -> Bool? {
        var (whole, part) = (whole, part)
        return whole.withUTF8 { whole in part.withUTF8 { SQLiteTexts.holds(test, whole, $0) } }
    }

    func testTheBytesOfTextsShowWhatSwiftGives() throws {
        var random = ReplayableGenerator.fromEnvironment()
        let seed = random.seed
        var shown = 0
        for _ in 0..<40_000 {
            let whole = text(upTo: 6, &random)
            let part = Bool.random(using: &random) ? text(upTo: 2, &random) : String(whole.prefix(2).suffix(1))
            let test = QueryExpression.TextTest.allCases.randomElement(using: &random)!
            guard let holds = bytes(test, whole, part) else { continue }
            shown += 1
            let expected = try RowComputation.text(test, .text(whole), .text(part))
            XCTAssertEqual(
                holds.storedValue(), expected,
                "seed \(seed): \(test) \(whole.debugDescription) \(part.debugDescription)")
        }
        XCTAssertGreaterThan(shown, 3_000, "seed \(seed)")
    }

    func testPlainTextsAreNeverMadeStrings() {
        XCTAssertEqual(bytes(.contains, "für alle", "r a"), true)
        XCTAssertEqual(bytes(.contains, "für alle", "ü"), true)
        XCTAssertEqual(bytes(.contains, "for all", "x"), false)
        XCTAssertEqual(bytes(.startsWith, "für alle", "fü"), true)
        XCTAssertEqual(bytes(.endsWith, "für alle", "alle"), true)
        XCTAssertEqual(bytes(.containsAnyCase, "For All", "r a"), true)
        XCTAssertEqual(bytes(.equalsAnyCase, "For All", "fOR aLL"), true)
    }

    func testTextsThatBeginSoAreInTheRangeOfTheirPrefix() throws {
        final class Word: ManagedObject { @Attribute var text = "" }
        var random = ReplayableGenerator.fromEnvironment()
        let seed = random.seed
        let container = try makeContainer(ManagedObjectModel(Word.self))
        try container.inBackground { context in
            for _ in 0..<500 { Word(context: context).text = text(upTo: 4, &random) }
            try context.save()
            let all = try context.fetch(FetchRequest<Word>())
            for _ in 0..<200 {
                let prefix = text(upTo: 2, &random)
                let request = FetchRequest<Word>(predicate: #Predicate { $0.text.starts(with: prefix) })
                XCTAssertEqual(
                    try context.fetch(request).map(\.number), all.filter { $0.text.starts(with: prefix) }.map(\.number),
                    "seed \(seed): \(prefix.debugDescription)")
            }
        }
    }
}
