import Testing

@testable import SignalsDashboard

@Suite struct FrameWriterTests {
    private let size = Size(columns: 10, rows: 4)

    @Test func theFirstFrameClearsTheScreenAndDrawsAll() {
        var writer = FrameWriter(size: size, usesColor: true)
        let output = writer.output(for: Frame(lines: ["one", "two"]))
        #expect(output == "\u{1B}[?25l\u{1B}[0m\u{1B}[2J\u{1B}[1;1Hone\u{1B}[K\u{1B}[2;1Htwo\u{1B}[K")
    }

    @Test func theSameFrameSendsNothing() {
        var writer = FrameWriter(size: size, usesColor: true)
        _ = writer.output(for: Frame(lines: ["one"]))
        #expect(writer.output(for: Frame(lines: ["one"])) == "")
    }

    @Test func onlyTheChangedLineIsDrawnAgain() {
        var writer = FrameWriter(size: size, usesColor: true)
        _ = writer.output(for: Frame(lines: ["one", "two", "three"]))
        #expect(writer.output(for: Frame(lines: ["one", "2", "three"])) == "\u{1B}[?25l\u{1B}[2;1H2\u{1B}[K")
    }

    @Test func linesThatAreGoneAreCleared() {
        var writer = FrameWriter(size: size, usesColor: true)
        _ = writer.output(for: Frame(lines: ["one", "two"]))
        #expect(writer.output(for: Frame(lines: ["one"])) == "\u{1B}[?25l\u{1B}[2;1H\u{1B}[K")
    }

    @Test func aFullLineIsNotClearedFromItsLastColumn() {
        var writer = FrameWriter(size: size, usesColor: true)
        #expect(writer.output(for: Frame(lines: ["0123456789"])).hasSuffix("0123456789"))
    }

    @Test func theCursorIsShownWhereTheFrameHasIt() {
        var writer = FrameWriter(size: size, usesColor: true)
        let frame = Frame(lines: ["ab"], cursor: .init(column: 2, row: 0))
        #expect(writer.output(for: frame).hasSuffix("\u{1B}[1;3H\u{1B}[?25h"))
        let outside = Frame(lines: ["ab"], cursor: .init(column: 70, row: 0))
        #expect(writer.output(for: outside).hasSuffix("\u{1B}[1;10H\u{1B}[?25h"))
    }

    @Test func aNewSizeDrawsEverythingAgain() {
        var writer = FrameWriter(size: size, usesColor: true)
        _ = writer.output(for: Frame(lines: ["one two three"]))
        writer.startOver(size: Size(columns: 40, rows: 2))
        #expect(writer.output(for: Frame(lines: ["one two three"])).contains("one two three"))
    }

    @Test func dataCannotSendControlsToTheTerminal() {
        var writer = FrameWriter(size: Size(columns: 80, rows: 4), usesColor: true)
        _ = writer.output(for: Frame(lines: []))
        let output = writer.output(for: Frame(lines: [Line("\u{1B}]0;title\u{7}\u{9B}2J")]))
        #expect(output == "\u{1B}[?25l\u{1B}[1;1H␛]0;title␇�2J\u{1B}[K")
    }

    @Test(arguments: [(1, 1), (2, 1), (1, 5), (20, 5)])
    func theSmallestTerminalGetsWhatFits(columns: Int, rows: Int) {
        var writer = FrameWriter(size: Size(columns: columns, rows: rows), usesColor: true)
        let lines = (0..<30).map { Line("水 line \($0)", .bold) }
        #expect(!writer.output(for: Frame(lines: lines, cursor: .init(column: 5, row: 29))).contains("line 29"))
    }
}
