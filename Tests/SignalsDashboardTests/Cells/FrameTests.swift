import SignalsDashboard
import Testing

@Suite struct FrameTests {
    @Test func aFrameIsReadAsText() {
        #expect(Frame(lines: ["one", "two"]).text == "one\ntwo")
    }

    @Test func whatDoesNotFitIsLeftOut() {
        let lines: [Line] = ["first line", "second line", "third line"]
        #expect(Frame(lines: lines, size: Size(columns: 6, rows: 2)).text == "first…\nsecon…")
    }

    @Test func aSizeHasAtLeastOneCell() {
        #expect(Size(columns: 0, rows: -4) == Size(columns: 1, rows: 1))
    }

    @Test func stylesAreReadBesideTheText() {
        let frame = Frame(lines: [Line("late ", Style(.bad)) + Line("x") + Line("y", .bold)])
        #expect(frame.styledText == "[bad:late ]x[text+bold:y]")
    }

    @Test(
        arguments: [
            ("水", 2), ("e\u{301}", 1), ("👨‍👩‍👧‍👦", 2), ("🇩🇪", 2), ("❤️", 2), ("1️⃣", 2), ("é", 1), ("한", 2), ("📷", 2), ("नि", 2),
            ("─", 1), ("⣀", 1),
        ] as [(String, Int)])
    func aCharacterTakesItsColumns(character: String, columns: Int) {
        let frame = Frame(lines: [Line(character + "|")])
        #expect(frame.size.columns == columns + 1)
        #expect(frame.text == character + "|")
    }

    @Test func aWideCharacterThatLosesAHalfLeavesASpace() {
        #expect(Frame(lines: ["a水"], size: Size(columns: 2, rows: 1)).text == "a…")
        #expect(Frame(lines: ["水"], size: Size(columns: 1, rows: 1)).text == "…")
    }

    @Test func everySignHasAStandInOfItsWidth() {
        let frame = Frame(lines: ["╭─▸Tasks ─┃", "▌ ● due… 水é ✓", "⣿⠁ ▁█"])
        #expect(frame.ascii.text == "+->Tasks -#\n> * due~ ??? +\n#. .#")
        #expect(frame.ascii.size == frame.size)
    }

    @Test func aPictureIsAValidTextOfItsStyles() {
        let svg = Frame(lines: [Line("a<b & c", Style(.bad))]).svg()
        #expect(svg.contains(">a&lt;b &amp; c</text>") && svg.contains("rgb(255,154,146)") && svg.hasSuffix("</svg>\n"))
    }
}
