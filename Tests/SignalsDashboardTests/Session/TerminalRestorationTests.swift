import Foundation
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
