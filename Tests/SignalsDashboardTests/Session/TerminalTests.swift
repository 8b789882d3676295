import Foundation
import SignalsDashboard
import Testing

@Suite struct TerminalTests {
    @Test func aTerminalIsInteractiveWhenItCanMoveItsCursor() throws {
        let terminal = try PseudoTerminal(columns: 40, rows: 10)
        #expect(terminal.terminal().isInteractive)
        #expect(!terminal.terminal(["TERM": "dumb"]).isInteractive)
        #expect(!terminal.terminal([:]).isInteractive)
    }

    @Test func aPipeIsNot() {
        let pipe = Pipe()
        let (input, output) = (pipe.fileHandleForReading.fileDescriptor, pipe.fileHandleForWriting.fileDescriptor)
        #expect(!Terminal(input: input, output: output, environment: ["TERM": "xterm"]).isInteractive)
    }

    @Test func theSizeIsTheTerminals() throws {
        let terminal = try PseudoTerminal(columns: 132, rows: 50)
        #expect(terminal.terminal().size == Size(columns: 132, rows: 50))
    }

    @Test func theSizeComesFromTheEnvironmentWhereTheTerminalDoesNotTell() throws {
        let terminal = try PseudoTerminal(columns: 0, rows: 0)
        #expect(terminal.terminal().size == Size(columns: 80, rows: 24))
        #expect(terminal.terminal(["COLUMNS": "132", "LINES": "50"]).size == Size(columns: 132, rows: 50))
        #expect(terminal.terminal(["COLUMNS": "-1", "LINES": "many"]).size == Size(columns: 1, rows: 24))
    }

    @Test(arguments: [([:], true), (["NO_COLOR": ""], true), (["NO_COLOR": "1"], false)] as [([String: String], Bool)])
    func colorsAreLeftOutWhereTheUserSaysSo(environment: [String: String], usesColor: Bool) {
        #expect(Terminal(input: 0, output: 1, environment: environment).usesColor == usesColor)
    }
}
