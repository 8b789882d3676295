import Foundation
import Signals
import SignalsDashboard
import SignalsDashboardTesting
import XCTest

/// A dashboard on a real pseudo-terminal, in this process.
final class DashboardTests: XCTestCase {
    private static let leaving = "\u{1B}[?1049l\u{1B}[?25h"

    @MainActor
    private func start(
        on pseudoTerminal: PseudoTerminal, _ counter: Counter = Counter(),
        environment: [String: String] = ["TERM": "xterm"]
    ) -> (screen: CounterContent, dashboard: Dashboard, run: Task<Void, any Error>) {
        let screen = CounterContent(counter)
        let dashboard = screen.dashboard(on: pseudoTerminal.terminal(environment))
        return (screen, dashboard, Task { try await dashboard.run() })
    }

    @MainActor
    func testAKeyReachesTheScreenAndTheAnswerIsDrawn() async throws {
        let terminal = try PseudoTerminal(columns: 40, rows: 10)
        let (screen, _, run) = start(on: terminal)
        try await terminal.wait(for: "count: 0")
        terminal.type("+")
        try await terminal.wait(for: "m1\u{1B}")
        terminal.type("\u{1B}[Aq")
        try await run.value
        XCTAssertEqual(screen.keys, [.character("+"), .up, .character("q")])
    }

    @MainActor
    func testAChangeOfAnObservedObjectIsDrawn() async throws {
        let terminal = try PseudoTerminal(columns: 40, rows: 10)
        let counter = Counter()
        let (_, dashboard, run) = start(on: terminal, counter)
        try await terminal.wait(for: "count: 0")
        counter.count = 7
        try await terminal.wait(for: "m7\u{1B}")
        dashboard.close()
        try await run.value
    }

    @MainActor
    func testTheChangesOfAKeyAreDrawnOnce() async throws {
        let terminal = try PseudoTerminal(columns: 40, rows: 10)
        let (screen, _, run) = start(on: terminal)
        try await terminal.wait(for: "count: 0")
        // A key after a rest is drawn at once, and not together with what follows.
        await assertNothingIsDrawn(after: screen.framesDrawn, on: screen)
        let before = screen.framesDrawn
        terminal.type("+")
        try await terminal.wait(for: "m1\u{1B}")
        await assertNothingIsDrawn(after: before + 1, on: screen)
        terminal.type("q")
        try await run.value
    }

    @MainActor
    private func assertNothingIsDrawn(after count: Int, on screen: CounterContent) async {
        let again = XCTNSPredicateExpectation(
            predicate: NSPredicate { _, _ in MainActor.assumeIsolated { screen.framesDrawn > count } }, object: nil)
        again.isInverted = true
        await fulfillment(of: [again], timeout: 0.3)
    }

    @MainActor
    func testAThousandChangesAtOnceAreAFewFrames() async throws {
        let terminal = try PseudoTerminal(columns: 40, rows: 10)
        let counter = Counter()
        let (screen, dashboard, run) = start(on: terminal, counter)
        try await terminal.wait(for: "count: 0")
        let before = screen.framesDrawn
        for number in 1...1000 { counter.count = number }
        try await terminal.wait(for: "m1000\u{1B}")
        XCTAssertLessThan(screen.framesDrawn, before + 20)
        dashboard.close()
        try await run.value
    }

    @MainActor
    func testTheTerminalIsAsBeforeOnEveryWayOut() async throws {
        let ways: [(String, @MainActor (PseudoTerminal, Dashboard, Task<Void, any Error>) -> Void)] = [
            ("the screen closes", { terminal, _, _ in terminal.type("q") }),
            ("Ctrl-C", { terminal, _, _ in terminal.type("\u{3}") }),
            ("close()", { _, dashboard, _ in dashboard.close() }),
            ("the task is cancelled", { _, _, run in run.cancel() }),
        ]
        for (way, leave) in ways {
            let terminal = try PseudoTerminal(columns: 40, rows: 10)
            let before = terminal.settings
            let (_, dashboard, run) = start(on: terminal)
            try await terminal.wait(for: "\u{1B}[?1049h")
            try await terminal.wait(for: "size: 40x10")
            XCTAssertNotEqual(terminal.settings, before, way)
            leave(terminal, dashboard, run)
            try await run.value
            XCTAssertEqual(terminal.settings, before, way)
            try await terminal.wait(for: Self.leaving)
        }
    }

    @MainActor
    func testNothingIsKeptOfADashboardThatWasShown() async throws {
        weak var content: LogPane?
        weak var dashboard: Dashboard?
        let terminal = try PseudoTerminal(columns: 40, rows: 10)
        do {
            let pane = LogPane()
            let shown = Dashboard("log", on: terminal.terminal(["TERM": "xterm"])) { _ in pane }
            (content, dashboard) = (pane, shown)
            let run = Task { try await shown.run() }
            try await terminal.wait(for: "quit")
            terminal.type("q")
            try await run.value
        }
        XCTAssertNil(content)
        XCTAssertNil(dashboard)
    }

    @MainActor
    func testTheTerminalMayBeClosedAndAnotherOpenedRightAfterwards() async throws {
        for _ in 0..<200 {
            let terminal = try PseudoTerminal(columns: 40, rows: 10)
            let (_, _, run) = start(on: terminal)
            try await terminal.wait(for: "count: 0")
            terminal.type("q")
            try await run.value
        }
    }

    @MainActor
    func testTheEndOfTheInputClosesTheDashboard() async throws {
        let terminal = try PseudoTerminal(columns: 40, rows: 10)
        let (_, _, run) = start(on: terminal)
        try await terminal.wait(for: "size: 40x10")
        terminal.hangUp()
        try await run.value
    }

    @MainActor
    func testAnotherSizeIsDrawn() async throws {
        let terminal = try PseudoTerminal(columns: 40, rows: 10)
        let (_, dashboard, run) = start(on: terminal)
        try await terminal.wait(for: "size: 40x10")
        terminal.resize(columns: 100, rows: 30)
        kill(getpid(), SIGWINCH)
        try await terminal.wait(for: "size: 100x30")
        dashboard.close()
        try await run.value
    }

    @MainActor
    func testAfterASuspensionTheScreenIsDrawnAgain() async throws {
        let terminal = try PseudoTerminal(columns: 40, rows: 10)
        let (_, dashboard, run) = start(on: terminal)
        try await terminal.wait(for: "size: 40x10")
        kill(getpid(), SIGCONT)
        try await terminal.wait(for: "\u{1B}[?1049h")
        try await terminal.wait(for: "size: 40x10")
        dashboard.close()
        try await run.value
    }

    @MainActor
    func testColorIsLeftOutWhereTheUserSaysSoAndTheRestStays() async throws {
        let terminal = try PseudoTerminal(columns: 40, rows: 10)
        let (_, dashboard, run) = start(on: terminal, environment: ["TERM": "xterm", "NO_COLOR": "1"])
        let sent = try await terminal.wait(for: "count: 0")
        XCTAssertTrue(sent.hasSuffix("\u{1B}[0;1mcount: 0"), sent.debugDescription)
        dashboard.close()
        try await run.value
    }

    @MainActor
    func testALoneEscapeIsAKey() async throws {
        let terminal = try PseudoTerminal(columns: 40, rows: 10)
        let (screen, _, run) = start(on: terminal)
        try await terminal.wait(for: "count: 0")
        terminal.type("\u{1B}")
        let arrived = XCTNSPredicateExpectation(
            predicate: NSPredicate { _, _ in MainActor.assumeIsolated { screen.keys == [.escape] } }, object: nil)
        await fulfillment(of: [arrived], timeout: 20)
        terminal.type("q")
        try await run.value
    }

    @MainActor
    func testTheThemeFollowsTheGroundOnceTheTerminalSaysIt() async throws {
        let terminal = try PseudoTerminal(columns: 40, rows: 10)
        let dashboard = Dashboard("x", on: terminal.terminal(["TERM": "xterm-256color"])) { _ in "body" }
        let run = Task { try await dashboard.run() }
        try await terminal.wait(for: "\u{1B}]11;?")
        try await terminal.wait(for: "38;5;117m?")
        terminal.type("\u{1B}]11;rgb:ffff/ffff/ffff\u{1B}\\")
        try await terminal.wait(for: "38;5;25m?")
        dashboard.close()
        try await run.value
    }

    @MainActor
    func testUpdatesAreSynchronisedWhereTheTerminalCan() async throws {
        let terminal = try PseudoTerminal(columns: 40, rows: 10)
        let (_, dashboard, run) = start(on: terminal)
        try await terminal.wait(for: "count: 0")
        terminal.type("\u{1B}[?2026;2$y")
        try await terminal.wait(for: "\u{1B}[?2026h")
        try await terminal.wait(for: "\u{1B}[?2026l")
        dashboard.close()
        try await run.value
    }

    @MainActor
    func testWithoutATerminalItSaysSo() async throws {
        let pipe = Pipe()
        let terminal = Terminal(
            input: pipe.fileHandleForReading.fileDescriptor, output: pipe.fileHandleForWriting.fileDescriptor,
            environment: ["TERM": "xterm"])
        do {
            try await CounterContent(Counter()).dashboard(on: terminal).run(.screen)
            XCTFail("it ran")
        } catch {
            XCTAssertEqual(error as? DashboardError, .notATerminal)
        }
    }

    @MainActor
    func testASecondDashboardIsRefusedAndTheFirstGoesOn() async throws {
        let terminal = try PseudoTerminal(columns: 40, rows: 10)
        let (_, _, run) = start(on: terminal)
        try await terminal.wait(for: "count: 0")
        do {
            try await CounterContent(Counter()).dashboard(on: terminal.terminal()).run()
            XCTFail("it ran")
        } catch {
            XCTAssertEqual(error as? DashboardError, .alreadyShown)
        }
        terminal.type("+")
        try await terminal.wait(for: "m1\u{1B}")
        terminal.type("q")
        try await run.value
    }

    func testTheErrorsSayWhatToDo() {
        XCTAssertTrue(DashboardError.notATerminal.description.contains("Run the program in one"))
        XCTAssertTrue(DashboardError.alreadyShown.description.contains("Wait until its run() has returned"))
        XCTAssertEqual(
            DashboardError.terminalFailed(reason: "no memory").errorDescription,
            "The terminal cannot be set up: no memory. Open another terminal and try again.")
    }
}
