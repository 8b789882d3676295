import SignalsDashboard
import Testing

@testable import HouseholdTasks

@Suite struct TextFieldTests {
    private func field(_ keys: [Key], from text: String = "") -> TextField {
        var field = TextField(text)
        for key in keys { field.handle(key) }
        return field
    }

    @Test(
        arguments: [
            ("", [Key.character("a"), .character("b")], "ab", 2),
            ("ab", [.left, .character("x")], "axb", 2), ("ab", [.home, .delete], "b", 0),
            ("ab", [.backspace, .backspace, .backspace], "", 0),
            ("one two", [.control("w")], "one ", 4), ("one two  ", [.control("w")], "one ", 4),
            ("one two", [.control("u")], "", 0),
            ("one two", [.home, .right, .control("k")], "o", 1),
            ("ab", [.end, .right, .right, .character("c")], "abc", 3),
            ("", [.paste("one\ntwo\r\n")], "one two", 7),
            ("e", [.character("\u{301}"), .character("x")], "e\u{301}x", 2),
            ("ab", [.home, .left, .backspace, .up, .tab], "ab", 0), ("👨‍👩‍👧‍👦", [.backspace], "", 0),
        ] as [(String, [Key], String, Int)])
    func typingChangesTheText(before: String, keys: [Key], after: String, cursor: Int) {
        let field = field(keys, from: before)
        #expect(field.text == after)
        #expect(field.cursor == cursor)
    }

    @Test func aLongTextIsShownAroundTheCursor() {
        let end = TextField("0123456789").window(columns: 5)
        #expect(end.text == "6789" && end.cursor == 4)
        let start = field([.home], from: "0123456789").window(columns: 5)
        #expect(start.text == "0123456789" && start.cursor == 0)
    }

    @Test func theCursorStaysInsideHoweverNarrowTheFieldIs() {
        for columns in -2...12 {
            #expect(TextField("水水水水水").window(columns: columns).cursor < max(columns, 1))
        }
    }
}
