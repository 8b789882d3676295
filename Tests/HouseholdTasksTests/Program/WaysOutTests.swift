import Foundation
import SignalsDashboardTesting
import XCTest

/// The program in a terminal of each size: the terminal is afterwards as it was.
final class WaysOutTests: XCTestCase {
    private enum Way {
        case key(String)
        case signal(Int32)
    }

    private func run(
        columns: Int, rows: Int, _ way: Way, _ extra: [String: String] = [:], _ arguments: [String] = [],
        between marks: (begin: String, end: String) = ("\u{1B}[?1049h", "\u{1B}[?1049l"),
        shows text: String = "No task",
        helpShows helpText: String = "Keys"
    ) async throws -> StartedProgram.Ending {
        let child = try ChildProgram()
        defer { child.remove() }
        let terminal = try PseudoTerminal(columns: columns, rows: rows)
        let before = terminal.settings
        // What Swift and the sanitizers say about a crash is none of this.
        let quiet = [
            "SWIFT_BACKTRACE": "enable=no", "TSAN_OPTIONS": "handle_segv=0:handle_abort=0", "LANG": "C.UTF-8",
        ]
        let program = try terminal.start(
            ChildProgram.executable, arguments,
            environment: child.environment.merging(quiet) { $1 }.merging(extra) { $1 })
        try await terminal.wait(for: marks.begin)
        try await terminal.wait(for: text)
        XCTAssertNotEqual(terminal.settings, before)
        switch way {
        case .key(let key):
            terminal.type(key)
            try await terminal.wait(for: marks.end)
        case .signal(let number):
            // It has started whole when it answers a key. The thread sanitizer cannot handle a signal of a thread that
            // comes or goes.
            terminal.type("?")
            try await terminal.wait(for: helpText)
            program.signal(number)
            try await wait(for: marks.end, in: terminal, repeating: number, to: program)
        }
        let ending = await program.ending()
        XCTAssertEqual(terminal.settings, before, "\(way) at \(columns)×\(rows)")
        return ending
    }

    /// Under the thread sanitizer a handler runs when the thread that took the signal next comes back from the system. The
    /// main thread takes it, and waits for signals for good once the program has started whole: on a busy machine it may
    /// not have come to that yet, and only another signal has it run the handler.
    private func wait(
        for text: String, in terminal: PseudoTerminal, repeating number: Int32, to program: StartedProgram
    ) async throws {
        if ProcessInfo.processInfo.environment["TSAN_OPTIONS"] != nil {
            for _ in 0..<10 {
                if (try? await terminal.wait(for: text, timeout: .seconds(2))) != nil { return }
                program.signal(number)
            }
        }
        try await terminal.wait(for: text)
    }

    func testTheTerminalIsAsBeforeAtEachSize() async throws {
        for (columns, rows) in [(80, 24), (200, 50), (20, 5)] {
            for key in ["q", "\u{3}"] {
                let ending = try await run(columns: columns, rows: rows, .key(key))
                XCTAssertEqual(ending, .exited(0), "\(key.debugDescription) at \(columns)×\(rows)")
            }
            for number in [SIGINT, SIGTERM, SIGHUP, SIGABRT, SIGSEGV] {
                let ending = try await run(columns: columns, rows: rows, .signal(number))
                XCTAssertEqual(ending, .killed(by: number), "at \(columns)×\(rows)")
            }
        }
    }

    /// The thread sanitizer cannot handle a signal of a thread that comes or goes, as threads do at the start.
    func testTheTerminalIsAsBeforeWhereASignalComesWhileItIsBeingTaken() async throws {
        try XCTSkipIf(ProcessInfo.processInfo.environment["TSAN_OPTIONS"] != nil)
        let child = try ChildProgram()
        defer { child.remove() }
        let quiet = ["SWIFT_BACKTRACE": "enable=no", "LANG": "C.UTF-8"]
        for _ in 0..<20 {
            let terminal = try PseudoTerminal(columns: 80, rows: 24)
            let before = terminal.settings
            let program = try terminal.start(
                ChildProgram.executable, environment: child.environment.merging(quiet) { $1 })
            while terminal.settings == before { await Task.yield() }
            program.signal(SIGTERM)
            try await terminal.wait(for: "\u{1B}[?1049l")
            let ending = await program.ending()
            XCTAssertEqual(ending, .killed(by: SIGTERM))
            XCTAssertEqual(terminal.settings, before)
        }
    }

    func testTheTerminalIsAsBeforeWithoutColorsAndOutsideOfUnicode() async throws {
        for extra in [["LANG": "C"], ["NO_COLOR": "1"], ["TERM": "linux"]] {
            let ending = try await run(columns: 80, rows: 24, .key("q"), extra)
            XCTAssertEqual(ending, .exited(0), "\(extra)")
        }
    }

    func testTheTerminalIsAsBeforeInTheModesWithoutAScreen() async throws {
        let marks = (begin: "\u{1B}[?2004h", end: "\u{1B}[?2004l")
        for (mode, text) in [("--linear", "q to quit."), ("--inline", "No task")] {
            let ending = try await run(columns: 80, rows: 24, .key("q"), [:], [mode], between: marks, shows: text)
            XCTAssertEqual(ending, .exited(0), mode)
            let interrupted = try await run(
                columns: 80, rows: 24, .key("\u{3}"), [:], [mode], between: marks, shows: text)
            XCTAssertEqual(interrupted, .killed(by: SIGINT), mode)
            for number in [SIGINT, SIGTERM, SIGHUP, SIGABRT, SIGSEGV] {
                let ending = try await run(
                    columns: 80, rows: 24, .signal(number), [:], [mode], between: marks, shows: text,
                    helpShows: "Everywhere")
                XCTAssertEqual(ending, .killed(by: number), mode)
            }
        }
    }

    #if os(Linux)
        func testADashboardWhoseTerminalGoesAwayEnds() async throws {
            let child = try ChildProgram()
            defer { child.remove() }
            let terminal = try PseudoTerminal(columns: 80, rows: 24)
            let program = try terminal.start(ChildProgram.executable, environment: child.environment)
            try await terminal.wait(for: "No task")
            terminal.hangUp()
            let ending = await program.ending()
            // The end of its input may reach it before the signal does.
            XCTAssertTrue([.killed(by: SIGHUP), .exited(0)].contains(ending), "\(ending)")
        }
    #endif
}
