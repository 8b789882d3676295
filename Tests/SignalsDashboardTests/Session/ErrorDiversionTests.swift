import Foundation
import SignalsDashboardTesting
import XCTest

@testable import SignalsDashboard

final class ErrorDiversionTests: XCTestCase {
    /// Makes standard error the terminal for the time of `body`, which must not report anything itself.
    private func withStandardError<Result>(on terminal: PseudoTerminal, _ body: () throws -> Result) rethrows -> Result
    {
        let original = dup(STDERR_FILENO)
        dup2(terminal.program, STDERR_FILENO)
        defer {
            dup2(original, STDERR_FILENO)
            close(original)
        }
        return try body()
    }

    private func writeError(_ text: String) {
        _ = Array(text.utf8).withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }

    func testErrorsAreKeptOffTheScreenAndShownAfterwards() async throws {
        let terminal = try PseudoTerminal(columns: 80, rows: 24)
        let isDiverted = withStandardError(on: terminal) {
            guard let diversion = ErrorDiversion(fromTerminal: terminal.program) else { return false }
            for round in 1...2 {
                diversion.begin()
                writeError("error \(round) " + String(repeating: "x", count: 1000) + "!")
                _ = terminal.terminal().send(Array("screen \(round);".utf8))
                diversion.end()
            }
            writeError("direct.")
            diversion.close()
            return true
        }
        XCTAssertTrue(isDiverted)
        let seen = try await terminal.wait(for: "direct.")
        let long = String(repeating: "x", count: 1000) + "!"
        XCTAssertEqual(seen, "screen 1;error 1 \(long)screen 2;error 2 \(long)direct.")
    }

    func testErrorsThatGoElsewhereAreLeftAlone() throws {
        let terminal = try PseudoTerminal(columns: 80, rows: 24)
        let other = try PseudoTerminal(columns: 80, rows: 24)
        XCTAssertTrue(withStandardError(on: other) { ErrorDiversion(fromTerminal: terminal.program) == nil })
    }
}
