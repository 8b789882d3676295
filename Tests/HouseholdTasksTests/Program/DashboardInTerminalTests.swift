import Foundation
import XCTest

/// The dashboard in a real terminal: what a person sees and types, and what the terminal is like afterwards.
final class DashboardInTerminalTests: XCTestCase {
    private func withTerminal(
        columns: Int = 80, rows: Int = 24, _ body: (ChildProgram, Tmux) async throws -> Void
    ) async throws {
        let program = try ChildProgram()
        defer { program.remove() }
        let terminal = try await Tmux(program, columns: columns, rows: rows)
        do {
            try await body(program, terminal)
        } catch {
            XCTFail("\(error)")
        }
        try await terminal.end()
    }

    func testTasksAreAddedCompletedAndSortedByDueDay() async throws {
        try await withTerminal { _, terminal in
            try await terminal.enter("$P")
            try await terminal.wait(for: "No tasks yet")
            for task in ["Sweep due:2099-12-02", "Water plants due:2099-12-01 every:3d", "Zoë's 📷"] {
                try await terminal.press("a")
                try await terminal.wait(for: "New task")
                try await terminal.enter(task)
                try await terminal.wait(for: "Saved: \(task.split(separator: " ")[0])")
            }
            try await terminal.wait(for: "3 open · 0 done")
            try await terminal.wait(forRows: ["1 Dec 99  Water plants", "2 Dec 99  Sweep", "Zoë's 📷"], from: 3)
            try await terminal.press("j", "Down", "k", "Up", "d")
            try await terminal.wait(for: "Done: Water plants, due again on 2099-12-04")
            try await terminal.wait(for: "3 open · 1 done")
            try await terminal.press("q")
            try await terminal.waitForPrompt()
            try await terminal.enter("$P list")
            try await terminal.wait(for: "  2099-12-04      Water plants  every:3d")
        }
    }

    func testAFailedSaveIsAnAlertUntilItIsDismissed() async throws {
        try await withTerminal { _, terminal in
            try await terminal.enter("$P add 'Water plants' && $P")
            try await terminal.wait(for: "1 open · 0 done")
            try await terminal.press("a")
            try await terminal.wait(for: "New task")
            try await terminal.enter("Water plants")
            try await terminal.wait(for: "! Not saved: there is an open task “Water plants” already")
            try await terminal.press("a")
            try await terminal.wait(for: "New task")
            try await terminal.enter("Sweep")
            try await terminal.wait(for: "2 open · 0 done")
            let screen = try await terminal.screen()
            XCTAssertTrue(screen.contains("! Not saved"), "another save that succeeds does not dismiss it")
            try await terminal.press("Enter")
            try await terminal.wait(without: "! Not saved")
            try await terminal.press("q")
            try await terminal.waitForPrompt()
        }
    }

    func testAnImpossibleTaskIsReportedAndCanBeMended() async throws {
        try await withTerminal { _, terminal in
            try await terminal.enter("$P")
            try await terminal.wait(for: "No tasks yet")
            try await terminal.press("a")
            try await terminal.wait(for: "New task")
            try await terminal.enter("Sweep due:2026-13-45")
            try await terminal.wait(for: "! Not saved: “due:2026-13-45” is not a date")
            for _ in 0..<15 { try await terminal.press("BSpace") }
            try await terminal.enter("99-12-01")
            try await terminal.wait(for: "Saved: Sweep")
            try await terminal.press("Escape")
            try await terminal.wait(without: "! Not saved")
            try await terminal.press("q")
            try await terminal.waitForPrompt()
        }
    }

    func testAFileIsImportedAndItsBadLinesAreAlerts() async throws {
        try await withTerminal { program, terminal in
            let lines = RealisticTasks.lines(500) + ["bad due:2026-13-45", "(A)"]
            _ = try program.write(lines.joined(separator: "\n"), to: "in.txt")
            try await terminal.enter("$P")
            try await terminal.wait(for: "No tasks yet")
            try await terminal.press("i")
            try await terminal.wait(for: "Import file")
            try await terminal.enter("in.txt")
            try await terminal.wait(for: "Imported 500 of 502 tasks from in.txt")
            try await terminal.wait(for: "! Not imported, line 501: “due:2026-13-45” is not a date")
            try await terminal.wait(for: "429 open · 71 done")
            try await terminal.press("Enter")
            try await terminal.wait(for: "! Not imported, line 502: no text")
            try await terminal.press("Escape")
            try await terminal.wait(without: "! Not")
            try await terminal.press("i")
            try await terminal.wait(for: "Import file")
            try await terminal.enter("no-such-file.txt")
            try await terminal.wait(for: "! Not imported: no-such-file.txt cannot be read (there is no such file)")
            try await terminal.press("q")
            try await terminal.waitForPrompt()
        }
    }

    func testTheHelpOpensAndCloses() async throws {
        try await withTerminal { _, terminal in
            try await terminal.enter("$P")
            try await terminal.wait(for: "No tasks yet")
            try await terminal.press("?")
            try await terminal.wait(for: "Any key goes back.")
            try await terminal.press("Escape")
            try await terminal.wait(for: "No tasks yet")
            try await terminal.press("q")
            try await terminal.waitForPrompt()
        }
    }

    func testTheTerminalIsAsBeforeOnEveryWayOut() async throws {
        try await withTerminal { program, terminal in
            // What Swift and the sanitizers print about a crash would push the line that is looked for off the screen.
            try await terminal.enter(
                "export SWIFT_BACKTRACE=enable=no "
                    + "TSAN_OPTIONS=handle_segv=0:handle_sigill=0:handle_abort=0:handle_sigtrap=0")
            try await terminal.enter("stty -g >before; clear; echo here it was")
            try await terminal.wait(for: "here it was\nready>")
            let signals = ["TERM", "INT", "HUP", "QUIT", "ABRT", "SEGV", "ILL", "TRAP"]
            let ways = ["q", "C-c"] + signals
            for way in ways {
                try await terminal.enter(
                    "(echo $BASHPID >pid; exec $P); echo status $? >status")
                try await terminal.wait(for: "No tasks yet")
                if signals.contains(way) {
                    let pid = try program.read("pid").trimmingCharacters(in: .whitespacesAndNewlines)
                    _ = try await program.shell("kill -\(way) \(pid)")
                } else {
                    try await terminal.press(way)
                }
                try await terminal.wait(without: "No tasks yet")
                try await terminal.wait(for: "here it was")
                // What is typed before the shell asks for it may be lost.
                try await terminal.waitForPrompt()
                try await terminal.enter("stty -g >after; cmp before after && echo rest''ored")
                try await terminal.wait(for: "restored")
                try await terminal.enter("clear; echo here it was")
                try await terminal.wait(without: "restored")
                let status = try program.read("status")
                XCTAssertEqual(status == "status 0\n", !signals.contains(way), "\(way): \(status)")
            }
        }
    }

    func testSuspendedItGivesTheTerminalBackAndGoesOnLater() async throws {
        try await withTerminal { _, terminal in
            try await terminal.enter("stty -g >before; $P")
            try await terminal.wait(for: "No tasks yet")
            try await terminal.press("C-z")
            try await terminal.wait(for: "Stopped")
            try await terminal.enter("stty -g >after; cmp before after && echo rest''ored")
            try await terminal.wait(for: "restored")
            try await terminal.enter("fg")
            try await terminal.wait(for: "No tasks yet")
            try await terminal.press("a")
            try await terminal.wait(for: "New task")
            try await terminal.enter("Sweep")
            try await terminal.wait(for: "1 open · 0 done")
            try await terminal.press("q")
            try await terminal.waitForPrompt()
        }
    }

    func testSuspendedWithoutAScreenItGivesTheKeysBackAndGoesOnLater() async throws {
        for (mode, shown, help) in [
            ("linear", "q to quit", "Control Z: suspend"), ("inline", "No tasks", "Everywhere"),
        ] {
            try await withTerminal { _, terminal in
                try await terminal.enter("stty -g >before; $P --\(mode)")
                try await terminal.wait(for: shown)
                try await terminal.press("C-z")
                try await terminal.wait(for: "Stopped")
                try await terminal.enter("stty -g >after; cmp before after && echo rest''ored")
                try await terminal.wait(for: "restored")
                try await terminal.enter("fg")
                try await terminal.press("?")
                try await terminal.wait(for: help)
                try await terminal.press("q")
                try await terminal.waitForPrompt()
            }
        }
    }

    func testTheScreenFollowsTheSizeOfTheTerminal() async throws {
        try await withTerminal { _, terminal in
            try await terminal.enter("$P add 'Water plants due:2099-12-01' && $P")
            try await terminal.wait(for: "1 open · 0 done")
            try await terminal.resize(columns: 20, rows: 5)
            try await terminal.wait(without: "Details")
            try await terminal.wait(for: "’99   Water")
            try await terminal.resize(columns: 1, rows: 1)
            try await terminal.resize(columns: 120, rows: 30)
            try await terminal.wait(for: "1 open · 0 done")
            try await terminal.press("q")
            try await terminal.waitForPrompt()
        }
    }

    func testNoColorRemovesTheColorsOnly() async throws {
        let color = "\u{1B}\\[([0-9;]*;)?([39][1-7]|38;[0-9;]+)m"
        try await withTerminal { _, terminal in
            try await terminal.enter("$P add 'Late +garden due:2000-01-01' && NO_COLOR=1 $P")
            try await terminal.wait(forRows: ["1 open · 1 overdue · 0 done"], from: 0)
            try await terminal.wait(forRows: ["!long late Late"], from: 3)
            let plain = try await terminal.screen(withStyles: true)
            XCTAssertNil(plain.range(of: color, options: .regularExpression), plain.debugDescription)
            for style in ["7m", "1m"] {
                let code = "\u{1B}\\[(0;)?\(style)"
                XCTAssertNotNil(plain.range(of: code, options: .regularExpression), plain.debugDescription)
            }
            try await terminal.press("q")
            try await terminal.waitForPrompt()
            try await terminal.enter("clear; $P")
            try await terminal.wait(forRows: ["!long late Late"], from: 3)
            let colored = try await terminal.screen(withStyles: true)
            XCTAssertNotNil(colored.range(of: color, options: .regularExpression), colored.debugDescription)
        }
    }

    func testEscapeCodesInATaskAreShownAndNotObeyed() async throws {
        try await withTerminal { program, terminal in
            try await terminal.enter("$P")
            try await terminal.wait(for: "No tasks yet")
            try await terminal.press("i")
            try await terminal.wait(for: "Import file")
            _ = try program.write("bad \u{1B}]0;title\u{7}\u{1B}[31m\n", to: "in.txt")
            try await terminal.enter("in.txt")
            try await terminal.wait(for: "U+001B")
            try await terminal.press("q")
            try await terminal.waitForPrompt()
        }
    }

    func testAnImportOnATerminalShowsABar() async throws {
        try await withTerminal { program, terminal in
            _ = try program.write(RealisticTasks.lines(300).joined(separator: "\n"), to: "in.txt")
            try await terminal.enter(
                "$P import in.txt | cat -v; $P --store other.sqlite import in.txt; $P list | tail -1")
            try await terminal.wait(for: "(42 done; list --all shows them)")
            let screen = try await terminal.screen()
            XCTAssertEqual(screen.components(separatedBy: "Imported 300 of 300 tasks from in.txt").count, 3, screen)
            XCTAssertFalse(screen.contains("^["))
        }
    }
}
