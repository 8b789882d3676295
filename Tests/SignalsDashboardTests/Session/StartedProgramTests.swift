import Foundation
import SignalsDashboardTesting
import XCTest

final class StartedProgramTests: XCTestCase {
    private let shell = URL(filePath: "/bin/sh")

    func testAProgramReadsWhatIsTypedAndSaysHowItEnded() async throws {
        let terminal = try PseudoTerminal(columns: 132, rows: 50)
        let program = try terminal.start(
            shell, ["-c", "stty size; test -t 0 && test -t 2 && read line; echo got $line with $NAME; exit 3"],
            environment: ["PATH": "/usr/bin:/bin", "NAME": "value"])
        try await terminal.wait(for: "50 132")
        terminal.type("this\n")
        try await terminal.wait(for: "got this with value")
        let ending = await program.ending()
        XCTAssertEqual(ending, .exited(3))
    }

    /// As on a machine that has been busy with something else for longer than that.
    func testOutputThatHasComeIsFoundAfterTheDeadline() async throws {
        let terminal = try PseudoTerminal(columns: 80, rows: 24)
        let program = try terminal.start(shell, ["-c", "echo ready; read line"])
        try await terminal.wait(for: "ready", timeout: .zero)
        program.signal(SIGTERM)
        _ = await program.ending()
    }

    func testASignalEndsAProgram() async throws {
        let terminal = try PseudoTerminal(columns: 80, rows: 24)
        let program = try terminal.start(shell, ["-c", "echo ready; read line"])
        try await terminal.wait(for: "ready")
        program.signal(SIGTERM)
        let ending = await program.ending()
        XCTAssertEqual(ending, .killed(by: SIGTERM))
    }

    #if os(Linux)
        func testTheTerminalIsTheProgramsOwnSoThatKeysAndHangingUpSendSignals() async throws {
            let terminal = try PseudoTerminal(columns: 80, rows: 24)
            let interrupted = try terminal.start(shell, ["-c", "echo ready; read line"])
            try await terminal.wait(for: "ready")
            terminal.type("\u{3}")
            let first = await interrupted.ending()
            XCTAssertEqual(first, .killed(by: SIGINT))
            let abandoned = try terminal.start(shell, ["-c", "echo ready; while :; do read line; done"])
            try await terminal.wait(for: "ready")
            terminal.hangUp()
            let second = await abandoned.ending()
            XCTAssertEqual(second, .killed(by: SIGHUP))
        }
    #endif

    func testAProgramThatIsNotThereIsAnError() throws {
        let terminal = try PseudoTerminal(columns: 80, rows: 24)
        XCTAssertThrowsError(try terminal.start(URL(filePath: "/no/such/program"))) { error in
            XCTAssertEqual((error as? POSIXError)?.code, .ENOENT)
        }
    }
}
