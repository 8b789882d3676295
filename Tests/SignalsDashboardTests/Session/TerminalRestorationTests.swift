import Foundation
import SignalsDashboardTesting
import Synchronization
import XCTest

@testable import SignalsDashboard

final class TerminalRestorationTests: XCTestCase {
    /// A frame that is written while the terminal is taken again would stay among the shell's lines for ever.
    @MainActor
    func testFramesAreWrittenWhileTheTerminalIsTakenOnly() async throws {
        let pipe = Pipe()
        let output = pipe.fileHandleForWriting.fileDescriptor
        let (reader, writer) = (DispatchGroup(), DispatchGroup())
        let seen = Mutex(Data())
        // Threads of their own: those of a queue may all be waiting for something else.
        inBackground(reader) {
            let bytes = pipe.fileHandleForReading.readDataToEndOfFile()
            seen.withLock { $0 = bytes }
        }
        let frameCount = Atomic(0)
        let isOver = Atomic(false)
        inBackground(writer) {
            while !isOver.load(ordering: .relaxed) {
                _ = TerminalRestoration.write {
                    frameCount.add(1, ordering: .relaxed)
                    // So that it is given back while a frame is about to be written.
                    sched_yield()
                    return Terminal(input: -1, output: output, environment: [:]).send([46])
                }
            }
        }
        TerminalRestoration.begin(state(writingTo: output))
        TerminalRestoration.show()
        for _ in 0..<300 {
            let count = frameCount.load(ordering: .relaxed)
            while frameCount.load(ordering: .relaxed) == count { sched_yield() }
            TerminalRestoration.hide()
            TerminalRestoration.showAgain()
        }
        TerminalRestoration.giveBack()
        TerminalRestoration.end()
        isOver.store(true, ordering: .relaxed)
        writer.wait()
        try pipe.fileHandleForWriting.close()
        reader.wait()
        let text = try XCTUnwrap(String(bytes: seen.withLock { $0 }, encoding: .utf8))
        let turns = text.split(separator: ">", omittingEmptySubsequences: false)
        XCTAssertEqual(turns.count, 302, "given back as often as it was taken")
        XCTAssertEqual(turns.last, "", "a frame was written after the terminal was given back")
        for (number, turn) in turns.dropLast().enumerated() where turn.first != "<" || turn.dropFirst().contains("<") {
            XCTFail("turn \(number) of \(turns.count - 1) begins with \(turn.prefix(20))")
        }
    }

    @MainActor
    func testASignalThatIsHandledLateTakesNothingAfterTheEnd() async throws {
        let pipe = Pipe()
        let state = state(writingTo: pipe.fileHandleForWriting.fileDescriptor)
        for _ in 0..<2 {
            TerminalRestoration.begin(state)
            TerminalRestoration.show()
            TerminalRestoration.giveBack()
            // As a handler on another thread does that began before the end.
            TerminalRestoration.showAgain()
            TerminalRestoration.hide()
            TerminalRestoration.showAgain()
            XCTAssertTrue(TerminalRestoration.write { false }, "a frame was written to a screen that is nobody's")
        }
        try pipe.fileHandleForWriting.close()
        let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        XCTAssertEqual(text, "<><>")
    }

    /// As when SIGTERM comes while a frame is on its way to a terminal that takes no more.
    @MainActor
    func testATerminalThatDoesNotReadIsGivenBackAllTheSame() async throws {
        let terminal = try PseudoTerminal(columns: 40, rows: 10)
        let output = terminal.program
        let flags = fcntl(output, F_GETFL)
        let writer = DispatchGroup()
        TerminalRestoration.begin(state(writingTo: output))
        TerminalRestoration.show()
        let isWriting = Atomic(false)
        inBackground(writer) {
            _ = TerminalRestoration.write {
                isWriting.store(true, ordering: .sequentiallyConsistent)
                let frame = [UInt8](repeating: 46, count: 1 << 22)
                return Terminal(input: -1, output: output, environment: [:]).send(frame)
            }
        }
        while !isWriting.load(ordering: .sequentiallyConsistent) { await Task.yield() }
        let given = expectation(description: "given back")
        Thread.detachNewThread {
            TerminalRestoration.hide()
            given.fulfill()
        }
        await fulfillment(of: [given], timeout: 20)
        XCTAssertEqual(fcntl(output, F_GETFL), flags, "who shares the terminal finds it as it was")
        terminal.hangUp()
        writer.wait()
        TerminalRestoration.giveBack()
        TerminalRestoration.end()
    }

    @MainActor
    func testADashboardWhoseTerminalDoesNotReadCanBeClosed() async throws {
        let terminal = try PseudoTerminal(columns: 500, rows: 300)
        let counter = Counter()
        let dashboard = Dashboard("x", observing: [counter], on: terminal.terminal()) { size in
            for row in 0..<size.rows {
                Line(String(repeating: Character(Unicode.Scalar(UInt8(65 + (row + counter.count) % 26))), count: 500))
            }
        }
        let run = Task { try await dashboard.run() }
        // Each frame is 150,000 bytes, more than the terminal holds.
        for _ in 0..<200 {
            counter.count += 1
            await Task.yield()
        }
        dashboard.close()
        let closed = expectation(description: "closed")
        Task {
            try await run.value
            closed.fulfill()
        }
        await fulfillment(of: [closed], timeout: 20)
        terminal.hangUp()
    }

    private func state(writingTo output: Int32) -> TerminalRestoration.State {
        var state = TerminalRestoration.State()
        state.output = output
        state.sequences = (ConstantText("<"), ConstantText(">"))
        return state
    }

    private func inBackground(_ group: DispatchGroup, _ body: @escaping @Sendable () -> Void) {
        group.enter()
        Thread.detachNewThread {
            body()
            group.leave()
        }
    }
}
