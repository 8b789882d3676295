import Foundation
import Signals
import SignalsDashboard
import SignalsDashboardTesting
import XCTest

private struct Chore: Identifiable, Sendable {
    var id: Int
    var name: String
    var room: String
}

/// Keys where a dashboard has no screen: in the linear and the inline mode.
final class LineKeyTests: XCTestCase {
    /// A dashboard over a list, and what its keys did.
    @MainActor
    private final class Chores {
        let rows = CurrentValueSubject<[Chore], Never>([
            Chore(id: 1, name: "sweep", room: "yard"), Chore(id: 2, name: "cook", room: "kitchen"),
        ])
        let table: LiveTable<Chore>
        private(set) var dashboard: Dashboard

        init(on terminal: Terminal) {
            let table = LiveTable(rows, columns: [.text("Chore", .share()) { $0.name }, .text("Room") { $0.room }])
            self.table = table
            dashboard = Dashboard("chores", on: terminal) { _ in table.titled("All") }
            let remove = KeyCommand("x", name: "remove", unless: { table.count < 2 ? "one has to stay" : nil }) {
                [unowned self] in
                dashboard.ask("Remove it?") { [self] in rows.value.removeAll { $0.id == table.selection } }
            }
            dashboard = Dashboard("chores", keys: [remove], on: terminal) { _ in table.titled("All") }
        }

        func start(_ mode: OutputMode) async -> Task<Void, any Error> {
            let run = Task { [dashboard] in try await dashboard.run(mode) }
            while table.count == 0 { await Task.yield() }
            return run
        }
    }

    @MainActor
    func testInTheLinearModeAMoveSaysTheSelectedRow() async throws {
        let terminal = try PseudoTerminal(columns: 60, rows: 12)
        let before = terminal.settings
        let chores = Chores(on: terminal.terminal())
        let run = await chores.start(.linear)
        try await terminal.wait(for: "chores. Press ? for the keys, q to quit.")
        XCTAssertNotEqual(terminal.settings, before, "keys come one by one")
        terminal.type("j")
        try await terminal.wait(for: "All: 2 of 2: cook, kitchen\r\n")
        terminal.type("k")
        try await terminal.wait(for: "1 of 2: sweep, yard\r\n")
        terminal.type("k")
        try await terminal.wait(for: "1 of 2: sweep, yard\r\n")
        terminal.type("q")
        try await run.value
        XCTAssertEqual(terminal.settings, before)
        let rest = try await terminal.wait(for: "\u{1B}[?2004l")
        XCTAssertFalse(rest.contains("sweep"), "nothing is said at the end")
    }

    @MainActor
    func testMatchesInALongListAreAnnouncedWhenTheyAreFound() async throws {
        let terminal = try PseudoTerminal(columns: 60, rows: 12)
        let chores = Chores(on: terminal.terminal())
        chores.rows.value = (0..<8000).map { Chore(id: $0, name: "chore \($0)", room: "yard") }
        let run = await chores.start(.linear)
        try await terminal.wait(for: "q to quit.")
        terminal.type("/7999")
        try await terminal.wait(for: "search “7999”: 1 of 1: chore 7999, yard. Keys: ")
        terminal.type("\r")
        terminal.type("\u{1B}")
        try await terminal.wait(for: "of 8,000: chore 7999, yard\r\n")
        terminal.type("q")
        try await run.value
    }

    @MainActor
    func testAFormSaysItsFieldsAndItsKeys() async throws {
        let terminal = try PseudoTerminal(columns: 60, rows: 12)
        let chores = Chores(on: terminal.terminal())
        let run = await chores.start(.linear)
        try await terminal.wait(for: "q to quit.")
        let form = Form("hall", [.text("Room", \.self) { $0.isEmpty ? "give it a room" : nil }]) { _ in }
        chores.dashboard.present(form, title: "Edit")
        terminal.type("\u{7F}")
        try await terminal.wait(for: "Edit: Room: hal. Keys: Enter save, Esc cancel, Tab next, Control underscore undo")
        terminal.type("\u{7F}")
        try await terminal.wait(for: "Room: ha\r\n")
        terminal.type("\u{7F}\u{7F}")
        try await terminal.wait(for: "Room: , give it a room\r\n")
        terminal.type("\r")
        try await terminal.wait(for: "save: Room: give it a room\r\n")
        terminal.type("\u{1B}")
        try await terminal.wait(for: "All: 1 of 2: sweep, yard")
        terminal.type("q")
        try await run.value
    }

    @MainActor
    func testInTheLinearModeCommandsQuestionsAndReasonsAreSaid() async throws {
        let terminal = try PseudoTerminal(columns: 60, rows: 12)
        let chores = Chores(on: terminal.terminal())
        let run = await chores.start(.linear)
        try await terminal.wait(for: "q to quit.")
        terminal.type("x")
        try await terminal.wait(for: "Question: Remove it? Press y for yes, n for no.")
        terminal.type("y")
        try await terminal.wait(for: "All: removed sweep  yard.")
        for _ in 0..<2 {
            terminal.type("x")
            try await terminal.wait(for: "remove: one has to stay")
        }
        terminal.type("/")
        try await terminal.wait(for: "search “”: 1 of 1: cook, kitchen")
        terminal.type("z")
        try await terminal.wait(for: "search “z”: Nothing has “z” in it.")
        XCTAssertEqual(chores.table.filter, "z")
        chores.dashboard.close()
        try await run.value
    }

    @MainActor
    func testHelpInTheLinearModeIsSentences() async throws {
        let terminal = try PseudoTerminal(columns: 60, rows: 12)
        let chores = Chores(on: terminal.terminal())
        let run = await chores.start(.linear)
        try await terminal.wait(for: "q to quit.")
        terminal.type("?")
        let help = try await terminal.wait(for: "Control Z: suspend.")
        for sentence in ["Keys, chores:", "x: remove.", "Up, Down, k, j: move.", "slash: search.", "q: quit."] {
            XCTAssertTrue(help.contains(sentence + "\r\n"), "\(sentence) in \(help)")
        }
        XCTAssertFalse(help.contains("draw anew"), "there is nothing to draw")
        terminal.type("j")
        try await terminal.wait(for: "2 of 2: cook")
        terminal.type("q")
        try await run.value
    }

    @MainActor
    func testInTheInlineModeKeysWorkAndHelpIsPrintedAbove() async throws {
        let terminal = try PseudoTerminal(columns: 60, rows: 20)
        let before = terminal.settings
        let chores = Chores(on: terminal.terminal())
        let run = await chores.start(.inline(rows: 6))
        try await terminal.wait(for: "sweep")
        terminal.type("j")
        try await terminal.wait(for: "▌ cook")
        XCTAssertEqual(chores.table.selection, 2)
        terminal.type("?")
        let help = try await terminal.wait(for: "Everywhere")
        XCTAssertTrue(help.contains("remove"), help)
        try await terminal.wait(for: "▌ cook")
        terminal.type("q")
        try await run.value
        XCTAssertEqual(terminal.settings, before)
    }

    @MainActor
    func testTheTerminalIsAsBeforeOnEveryWayOut() async throws {
        let ways: [(String, @MainActor (PseudoTerminal, Dashboard, Task<Void, any Error>) -> Void)] = [
            ("q", { terminal, _, _ in terminal.type("q") }),
            ("close()", { _, dashboard, _ in dashboard.close() }),
            ("the task is cancelled", { _, _, run in run.cancel() }),
        ]
        for mode in [OutputMode.linear, .inline(rows: 4)] {
            for (way, leave) in ways {
                let terminal = try PseudoTerminal(columns: 40, rows: 10)
                let before = terminal.settings
                let chores = Chores(on: terminal.terminal())
                let run = await chores.start(mode)
                try await terminal.wait(for: "\u{1B}[?2004h")
                XCTAssertNotEqual(terminal.settings, before, way)
                leave(terminal, chores.dashboard, run)
                try await run.value
                XCTAssertEqual(terminal.settings, before, way)
                try await terminal.wait(for: "\u{1B}[?2004l")
            }
        }
    }

    @MainActor
    func testWithoutATerminalForInputNothingIsRead() async throws {
        for mode in [OutputMode.linear, .inline(rows: 4)] {
            let (terminal, keys) = (try PseudoTerminal(columns: 40, rows: 10), Pipe())
            let before = terminal.settings
            try keys.fileHandleForWriting.write(contentsOf: Data("q".utf8))
            let chores = Chores(
                on: Terminal(
                    input: keys.fileHandleForReading.fileDescriptor, output: terminal.program,
                    environment: ["TERM": "xterm"]))
            let run = await chores.start(mode)
            chores.dashboard.notice("still there")
            try await terminal.wait(for: "still there")
            XCTAssertEqual(terminal.settings, before)
            chores.dashboard.close()
            try await run.value
            XCTAssertEqual(try keys.fileHandleForReading.read(upToCount: 1), Data("q".utf8), "the key is still there")
        }
    }

    @MainActor
    func testLinesAndJSONTakeNoKeys() async throws {
        for mode in [OutputMode.lines, .json] {
            let terminal = try PseudoTerminal(columns: 40, rows: 10)
            let before = terminal.settings
            let chores = Chores(on: terminal.terminal())
            let run = await chores.start(mode)
            chores.dashboard.notice("ready")
            try await terminal.wait(for: "ready")
            XCTAssertEqual(terminal.settings, before)
            chores.dashboard.close()
            try await run.value
        }
    }
}
