import Testing

@testable import SignalsDashboard

@Suite struct FrameWriterTests {
    private let size = Size(columns: 10, rows: 4)

    private func writer(_ theme: Theme = .plain, _ depth: ColorDepth = .none) -> FrameWriter {
        FrameWriter(theme: theme, depth: depth)
    }

    private func frame(_ lines: Line..., cursor: Frame.Cursor? = nil) -> Frame {
        Frame(lines: lines, size: size, cursor: cursor)
    }

    private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

    @Test func theFirstFrameClearsTheScreenAndDrawsAll() {
        var writer = writer()
        let output = text(writer.output(for: frame("one", "two")))
        #expect(output == "\u{1B}[?25l\u{1B}[0m\u{1B}[2J\u{1B}[1;1H\u{1B}[0mone\u{1B}[2;1Htwo\u{1B}[0m")
    }

    @Test func theSameFrameSendsNothing() {
        var writer = writer()
        _ = writer.output(for: frame("one"))
        let again = writer.output(for: frame("one"))
        #expect(again.isEmpty)
    }

    @Test func onlyTheChangedCellsAreDrawnAgain() {
        var writer = writer()
        _ = writer.output(for: frame("one", "two", "three"))
        let output = text(writer.output(for: frame("one", "two", "thrXe")))
        #expect(
            output == "\u{1B}[?25l\u{1B}[3;4H\u{1B}[0mXe\u{1B}[0m"
                || output == "\u{1B}[?25l\u{1B}[3;4H\u{1B}[0mX\u{1B}[0m")
    }

    @Test func theCursorIsShownWhereTheFrameHasIt() {
        var writer = writer()
        let inside = text(writer.output(for: frame("ab", cursor: .init(column: 2, row: 0))))
        #expect(inside.hasSuffix("\u{1B}[1;3H\u{1B}[?25h"))
        let outside = text(writer.output(for: frame("ab", cursor: .init(column: 70, row: 0))))
        #expect(outside.hasSuffix("\u{1B}[1;10H\u{1B}[?25h"))
    }

    @Test func anUpdateIsShownAtOnceWhereTheTerminalCan() {
        var writer = FrameWriter(theme: .plain, depth: .none, isSynchronised: true)
        let output = text(writer.output(for: frame("ab")))
        #expect(output.hasPrefix("\u{1B}[?2026h") && output.hasSuffix("\u{1B}[?2026l"))
    }

    @Test func dataCannotSendControlsToTheTerminal() {
        var writer = writer()
        let frame = Frame(lines: [Line("\u{1B}]0;title\u{7}\u{9B}2J")], size: Size(columns: 80, rows: 4))
        let output = text(writer.output(for: frame))
        #expect(output.contains("␛]0;title␇�2J"))
    }

    @Test(arguments: [(1, 1), (2, 1), (1, 5), (20, 5), (33, 9)], [ColorDepth.none, .sixteen, .palette, .full])
    func whateverComesAfterWhateverTheTerminalShowsTheFrame(size: (columns: Int, rows: Int), depth: ColorDepth) {
        let size = Size(columns: size.columns, rows: size.rows)
        var random = SeededNumbers(seed: UInt64(size.columns * 100 + depth.rawValue))
        var writer = writer(.dark, depth)
        var terminal = ModelTerminal(size)
        var before = RandomFrames.frame(size, using: &random)
        for step in 0..<120 {
            let frame =
                step % 3 == 0 ? RandomFrames.frame(size, using: &random) : RandomFrames.changed(before, using: &random)
            before = frame
            terminal.receive(writer.output(for: frame))
            #expect(terminal.text == frame.text)
            #expect(terminal.styles == RandomFrames.styles(frame, theme: .dark, depth))
            #expect(terminal.cursor == frame.cursor)
        }
    }

    /// As some have emoji that a mark makes wide: of two cells they fill one.
    @Test func nothingIsLeftOfTheFrameBeforeWhereTheTerminalTakesAWideCharacterForNarrow() {
        var writer = writer()
        var terminal = ModelTerminal(size)
        terminal.width = { $0 == "❤\u{FE0F}" ? 1 : $0.displayWidth }
        terminal.receive(writer.output(for: frame("a word")))
        terminal.receive(writer.output(for: frame("a ❤\u{FE0F}rd")))
        #expect(terminal.text.hasPrefix("a ❤\u{FE0F} rd"))
    }
}
