import SignalsStore
import XCTest

final class TextSnippetTests: XCTestCase {
    private func marked(_ search: String, _ text: String, wordLimit: Int = 16) -> String? {
        TextSearch(search).snippet(of: text, wordLimit: wordLimit)?.marked("[", "]")
    }

    func testASnippetMarksWhatWasSought() {
        XCTAssertEqual(marked("cafe bre*", "A Café, with bread."), "A [Café], with [bread].")
        XCTAssertEqual(marked("\"a b\"", "a a b"), "a [a] [b]")
        XCTAssertNil(marked("tea", "coffee"))
        XCTAssertNil(marked("", "coffee"))
    }

    func testASnippetIsThePartWithTheMost() {
        let text = "one two three four five six tea seven milk eight nine"
        XCTAssertEqual(marked("tea milk", text, wordLimit: 5), "…six [tea] seven [milk] eight…")
        XCTAssertEqual(marked("one", text, wordLimit: 2), "[one] two…")
        XCTAssertEqual(marked("nine", text, wordLimit: 2), "…eight [nine]")
        XCTAssertEqual(marked("tea", text, wordLimit: 0), "…[tea]…")
    }

    func testTheLastWordIsABeginningWhileAPersonTypes() {
        XCTAssertTrue(TextSearch("milk bre", isBeingTyped: true).matches("bread and milk"))
        XCTAssertFalse(TextSearch("milk bre ", isBeingTyped: true).matches("bread and milk"), "the word is finished")
        XCTAssertFalse(TextSearch("mil bread", isBeingTyped: true).matches("bread and milk"))
        XCTAssertTrue(TextSearch("", isBeingTyped: true).isEmpty)
    }
}
