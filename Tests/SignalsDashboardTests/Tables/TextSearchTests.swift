import Testing

@testable import SignalsDashboard

@Suite struct TextSearchTests {
    @Test(
        arguments: [
            ("sw", "Sweep", true), ("SW", "answer", true), ("", "anything", true), ("batchChanges", "sweep", false),
            ("öl", "KNÖDEL", false), ("knö", "Find KNÖDEL", true), ("k", "Knödel", true), ("x", "", false),
            ("ab", "aab", true),
        ])
    func wordsAreFoundCapitalsOrNot(words: String, text: String, isFound: Bool) {
        #expect(TextSearch(words).isFound(in: text) == isFound)
    }
}
