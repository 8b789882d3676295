import Testing

@testable import SignalsDashboard

@Suite struct TextSearchTests {
    @Test(
        arguments: [
            ("sw", "Sweep", true), ("SW", "answer", true), ("", "anything", true), ("batchChanges", "sweep", false),
            ("öl", "KNÖDEL", false), ("knö", "Find KNÖDEL", true), ("k", "Knödel", true), ("x", "", false),
            ("ab", "aab", true), ("cafe", "Café", true), ("CAFE\u{301}", "cafés", true),
            ("ada meet", "Meeting with Ada", true),
            ("ada meet", "Ada", false), ("  ", "x", true), ("ａ", "A", true),
        ])
    func wordsAreFoundCapitalsOrNot(words: String, text: String, isFound: Bool) {
        #expect(TextSearch(words).isFound(in: 1) { _ in text } == isFound)
    }

    @Test(
        arguments: [
            ("ab", "a", true), ("a", "ab", false), ("x ab", "ab", true), ("ab", "", true), ("ab cd", "b c", true),
            ("é", "e", true), ("", "a", false), ("cafés", "CAFE", true),
        ])
    func aSearchThatWasTypedOnFindsNothingElse(next: String, before: String, isNarrower: Bool) {
        #expect(TextSearch(next).isNarrower(than: TextSearch(before)) == isNarrower)
    }
}
