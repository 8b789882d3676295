import SignalsDashboard
import Testing

@Suite struct LineTests {
    private let line = Line([Span("due ", .dim), Span("水やり", .bold), Span(" every day")])

    @Test func aLineIsAsWideAsItsPieces() {
        #expect(line.width == 20)
        #expect(line.text == "due 水やり every day")
    }

    @Test(arguments: [(30, "due 水やり every day"), (20, "due 水やり every day"), (10, "due 水や…"), (5, "due …"), (4, "due…")])
    func aLineIsCutAcrossItsPieces(columns: Int, text: String) {
        let cut = line.truncated(toWidth: columns)
        #expect(cut.text == text)
        #expect(cut.width <= columns)
    }

    @Test func cuttingNeverLeavesALineTooWide() {
        for columns in -1...25 { #expect(line.truncated(toWidth: columns).width <= max(columns, 0)) }
    }

    @Test func theMarkOfAMissingEndIsShownAlsoWhenAPieceEndsThere() {
        #expect(Line([Span("abc"), Span("def")]).truncated(toWidth: 3).text == "ab…")
    }

    @Test func aLineIsFilledUpToAWidth() {
        #expect(Line("ab").padded(toWidth: 4, .bold).spans == [Span("ab"), Span("  ", .bold)])
        #expect(Line("abcdef").padded(toWidth: 4).text == "abcdef")
    }

    @Test func aLineTakesOnAnotherStyle() {
        let line = Line("ab", .bold) + Line("cd")
        #expect(line.styled(Style(.selection)).spans == [Span("ab", Style(.selection)), Span("cd", Style(.selection))])
    }

    @Test func aLineCanBeWrittenAsALiteral() {
        let line: Line = "\(3) open\u{7}"
        #expect(line.text == "3 open␇")
    }
}
