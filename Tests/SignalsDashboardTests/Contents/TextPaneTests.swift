import SignalsDashboard
import SignalsDashboardTesting
import Testing

@MainActor @Suite struct TextPaneTests {
    private func screen(_ pane: TextPane, columns: Int = 30, rows: Int = 10) -> TestScreen {
        TestScreen(Dashboard("Mail") { _ in pane.titled("Letter") }, columns: columns, rows: rows)
    }

    @Test func aTextIsWrappedBetweenItsWordsAndBrokenAtItsLineFeeds() {
        let screen = screen(TextPane("Dear Ada,\n\nthe meeting that was to be on Friday is off.\n\tGrace"))
        #expect(
            screen.text.split(separator: "\n").filter { $0.hasPrefix("│") }.map { $0.filter { $0 != "│" } }
                .map { $0.replacing(#/ +$/#, with: "") } == [
                    " Dear Ada,", "", " the meeting that was to be", " on Friday is off.", "         Grace", "",
                ])
    }

    @Test func itIsScrolledByKeysAndByTheWheel() async {
        let pane = TextPane((1...40).map { "line \($0)" }.joined(separator: "\n"))
        let screen = screen(pane)
        #expect(screen.text.contains("line 1 ") && screen.text.contains("6 of 40") && !screen.text.contains("line 7 "))
        await screen.press(.down, "j")
        #expect(screen.text.contains("line 3 ") && !screen.text.contains("line 2 "))
        #expect(pane.selectionText == "3 of 40: line 3")
        await screen.press(.end)
        #expect(screen.text.contains("line 40") && screen.text.contains("40 of 40"))
        await screen.press(.down, .pageUp)
        #expect(screen.text.contains("line 30 ") && screen.text.contains("line 35 "))
        _ = pane.take(.wheel(-200))
        await screen.settle()
        #expect(screen.text.contains("line 1 "))
    }

    @Test func anotherTextIsShownFromItsBeginning() async {
        let pane = TextPane((1...40).map { "line \($0)" }.joined(separator: "\n"))
        let screen = screen(pane)
        await screen.press(.end)
        pane.text = (1...40).map { "row \($0)" }.joined(separator: "\n")
        #expect(screen.text.contains("row 1 ") && !screen.text.contains("line"))
        pane.text = ""
        #expect(!screen.text.contains("row") && pane.selectionText == nil)
    }

    @Test func anotherWidthLosesNoWord() async {
        let words = (1...60).map { "w\($0)x" }
        let pane = TextPane(words.joined(separator: " "))
        let screen = screen(pane, columns: 80, rows: 60)
        for columns in [80, 9, 40, 1, 20] {
            await screen.resize(columns: columns, rows: 60)
            if columns > 8 { #expect(words.allSatisfy { screen.text.contains($0) }, "\(columns)") }
        }
    }

    @Test func aLongTextIsWrappedInTimeThatGrowsWithIt() {
        let text = String(repeating: "abcdefgh ", count: 60_000)
        #expect(text.wrapped(toWidth: 45, lines: .max).count == 12_000)
    }
}
