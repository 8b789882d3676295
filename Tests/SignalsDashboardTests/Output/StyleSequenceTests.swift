import Testing

@testable import SignalsDashboard

@Suite struct StyleSequenceTests {
    @Test func stylesAreSetAndReset() {
        let style = Style(color: .red, bold: true, dim: true, underlined: true, reversed: true)
        #expect(StyleSequence.text(of: Span("x", style), usesColor: true) == "\u{1B}[1;2;4;7;31mx\u{1B}[0m")
        #expect(StyleSequence.text(of: Span("x"), usesColor: true) == "x")
        #expect(StyleSequence.text(of: Span("", style), usesColor: true) == "")
    }

    @Test(arguments: zip(Color.allCases, 30...37))
    func everyColorIsThatOfThePalette(color: Color, code: Int) {
        #expect(StyleSequence.text(of: Span("x", Style(color: color)), usesColor: true) == "\u{1B}[\(code)mx\u{1B}[0m")
    }

    @Test func withoutColorOnlyTheColorIsGone() {
        let style = Style(color: .red, bold: true, reversed: true)
        #expect(StyleSequence.text(of: Span("x", style), usesColor: false) == "\u{1B}[1;7mx\u{1B}[0m")
        #expect(StyleSequence.text(of: Span("x", Style(color: .red)), usesColor: false) == "x")
    }
}
