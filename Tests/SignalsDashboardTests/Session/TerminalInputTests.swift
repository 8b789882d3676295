import Foundation
import Signals
import XCTest

@testable import SignalsDashboard

final class TerminalInputTests: XCTestCase {
    private let keyboard = Pipe()
    private let events = Locked<[TerminalEvent]>([])

    private func input(
        _ expected: XCTestExpectation?, when isAwaited: @escaping @Sendable (TerminalEvent) -> Bool
    ) throws -> TerminalInput {
        try TerminalInput(from: keyboard.fileHandleForReading.fileDescriptor) { [events] event in
            events.withLock { $0.append(event) }
            if isAwaited(event) { expected?.fulfill() }
        }
    }

    /// The number of keys that were reported.
    private var keys: Int {
        events.withLock { events in
            events.reduce(0) { sum, event in if case .input(let keys) = event { sum + keys.count } else { sum } }
        }
    }

    func testALoneEscapeIsReportedWhenNothingFollows() throws {
        let reported = expectation(description: "Escape")
        let input = try input(reported) { $0 == .input([.key(.escape)]) }
        try keyboard.fileHandleForWriting.write(contentsOf: Data([0x1B]))
        wait(for: [reported], timeout: 20)
        input.end()
    }

    func testOfATerminalThatHangsUpAllKeysAreReportedAndThenItsEnd() throws {
        let ended = expectation(description: "ended")
        try keyboard.fileHandleForWriting.write(contentsOf: Data(repeating: 0x61, count: 10_000))
        try keyboard.fileHandleForWriting.close()
        let input = try input(ended) { $0 == .ended }
        wait(for: [ended], timeout: 20)
        XCTAssertEqual(keys, 10_000)
        XCTAssertTrue(events.withLock { $0.last == .ended })
        input.end()
    }

    func testWakeUpsAreReportedAfterTheTerminalHasEnded() throws {
        let (ended, resized) = (expectation(description: "ended"), expectation(description: "resized"))
        let input = try input(ended) { event in
            if event == .resized { resized.fulfill() }
            return event == .ended
        }
        try keyboard.fileHandleForWriting.close()
        wait(for: [ended], timeout: 20)
        SignalSafe.wake(input.wakeUpDescriptor, WakeUp.resized.rawValue)
        wait(for: [resized], timeout: 20)
        input.end()
    }

    func testNothingIsReportedAfterTheEnd() throws {
        let input = try input(nil) { _ in false }
        input.end()
        try keyboard.fileHandleForWriting.write(contentsOf: Data([0x61]))
        XCTAssertEqual(events.withLock { $0 }, [])
    }
}
