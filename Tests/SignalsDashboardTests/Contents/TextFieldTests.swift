import SignalsDashboard
import Testing

@Suite struct TextFieldTests {
    private func field(_ keys: [Input], from text: String = "") -> TextField {
        var field = TextField(text)
        for key in keys { _ = field.take(key) }
        return field
    }

    @Test(
        arguments: [
            ("", [Input.text("a"), .text("b")], "ab", 2),
            ("ab", [.key(.left), .text("x")], "axb", 2), ("ab", [.key(.home), .key(.delete)], "b", 0),
            ("ab", [.key(.backspace), .key(.backspace), .key(.backspace)], "", 0),
            ("one two", [.key(.control("w"))], "one ", 4), ("one two  ", [.key(.control("w"))], "one ", 4),
            ("one two", [.key(.control("u"))], "", 0),
            ("one two", [.key(.home), .key(.right), .key(.control("k"))], "o", 1),
            ("ab", [.key(.end), .key(.right), .key(.right), .text("c")], "abc", 3),
            ("", [.paste("one\ntwo\r\n")], "one two", 7),
            ("e", [.text("\u{301}"), .text("x")], "e\u{301}x", 2),
            ("\u{94D}\u{937}", [.key(.home), .text("\u{915}"), .text("x")], "\u{915}\u{94D}\u{937}x", 2),
            ("\u{301}", [.key(.home), .text("e"), .text("x")], "e\u{301}x", 2),
            ("ab\u{301}", [.key(.left), .key(.backspace), .text("x")], "xb\u{301}", 1),
            ("ab", [.key(.home), .key(.left), .key(.backspace), .key(.up), .key(.tab)], "ab", 0),
            ("👨‍👩‍👧‍👦", [.key(.backspace)], "", 0),
        ] as [(String, [Input], String, Int)])
    func typingChangesTheText(before: String, keys: [Input], after: String, cursor: Int) {
        let field = field(keys, from: before)
        #expect(field.text == after)
        #expect(field.cursor == cursor)
    }

    @Test func aLongTextIsShownAroundTheCursor() {
        let end = TextField("0123456789").window(columns: 5)
        #expect(end.text == "6789" && end.cursor == 4)
        let start = field([.key(.home)], from: "0123456789").window(columns: 5)
        #expect(start.text == "0123456789" && start.cursor == 0)
    }

    @Test func theCursorStaysInsideHoweverNarrowTheFieldIs() {
        for text in ["水水水水水", "a\t\t\tb\u{1B}\u{1B}\u{202E}", "\t\r\n\t\r\n", "1\u{0}2\u{7F}3\u{9B}4\u{2028}5"] {
            for columns in -2...12 {
                #expect(TextField(text).window(columns: columns).cursor < max(columns, 1), "\(text.debugDescription)")
            }
        }
    }
}
