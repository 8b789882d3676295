import SignalsDashboard
import Testing

@Suite struct WrappingTests {
    @Test(arguments: [
        ("one two three", 20, 3, ["one two three"]), ("one two three", 7, 3, ["one two", "three"]),
        ("one two three", 8, 3, ["one two", "three"]), ("one two three", 6, 2, ["one", "two t…"]),
        ("abcdefgh", 3, 5, ["abc", "def", "gh"]), ("水水水", 4, 3, ["水水", "水"]), ("", 5, 3, [""]),
        ("one two", 3, 1, ["on…"]), ("one\ntwo", 20, 5, ["one", "two"]),
        ("one\r\n\r\ntwo three\n", 5, 9, ["one", "", "two", "three"]), ("a\tb", 20, 3, ["a       b"]),
        ("one\ntwo\nthree", 10, 2, ["one", "two…"]), ("one\ntwo\nthree", 3, 2, ["one", "tw…"]),
        ("ab\u{1B}cd", 4, 3, ["ab\u{1B}c", "d"]), ("one\n\n\n", 5, 9, ["one"]),
    ])
    func textIsBrokenBetweenWords(text: String, columns: Int, most: Int, lines: [String]) {
        #expect(text.wrapped(toWidth: columns, lines: most) == lines)
    }

    @Test func noWidthIsTooSmall() {
        for columns in 0...6 {
            let lines = "水やり is watering".wrapped(toWidth: columns, lines: 4)
            #expect(lines.count <= 4)
            if columns >= 2 { #expect(lines.allSatisfy { $0.displayWidth <= columns }) }
        }
    }
}
