import Foundation
import SignalsDashboardTesting
import Testing

@testable import SignalsDashboard

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
        let huge = terminal.terminal(["COLUMNS": "9223372036854775807", "LINES": "4000000000"]).size
        #expect(huge == Size(columns: 1000, rows: 1000))
    }

    @Test(
        arguments: [
            ([:], true), (["LANG": "de_DE.UTF-8"], true), (["LANG": "C"], false),
            (["LC_ALL": "POSIX", "LANG": "C.utf8"], false),
            (["LC_ALL": "", "LC_CTYPE": "en_US.utf8", "LANG": "C"], true),
        ] as [([String: String], Bool)])
    func theLocaleSaysWhetherThereAreOtherSignsThanASCII(environment: [String: String], isUTF8: Bool) {
        #expect(Terminal(input: 0, output: 1, environment: environment).isUTF8 == isUTF8)
    }

    @Test(
        arguments: [([:], false), (["COLORFGBG": "15;0"], false), (["COLORFGBG": "0;default;15"], true)]
            as [([String: String], Bool)])
    func theEnvironmentSaysThatTheGroundIsLight(environment: [String: String], isLight: Bool) {
        #expect(Terminal(input: 0, output: 1, environment: environment).hasLightGround == isLight)
    }
}
