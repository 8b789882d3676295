import Testing

@testable import SignalsStore
@testable import SignalsStoreCore

@Suite struct LikePatternTests {
    @Test(arguments: [
        ("", "", true), ("*", "", true), ("?", "", false), ("a", "a", true), ("a", "b", false), ("a", "aa", false),
        ("a*", "abc", true), ("*c", "abc", true), ("a*c", "abc", true), ("a*c", "ac", true), ("a*c", "acb", false),
        ("?b?", "abc", true), ("?", "é", true), ("*a*b*", "xxaxxbxx", true), ("*a*b*", "xxbxxaxx", false),
        ("\\*", "*", true), ("\\*", "a", false), ("a\\?", "a?", true), ("100%", "100%", true), ("_", "a", false),
        ("**a**", "a", true), ("*aab", "aaaaab", true),
    ])
    func aPatternMatchesTheWholeText(_ pattern: String, _ text: String, _ matches: Bool) {
        #expect(LikePattern(pattern).matches(text) == matches)
    }

    @Test func manyStarsTakeNoExponentialTime() {
        let pattern = String(repeating: "a*", count: 30) + "b"
        #expect(!LikePattern(pattern).matches(String(repeating: "a", count: 3_000)))
    }
}
