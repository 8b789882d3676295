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
        var state = TerminalRestoration.State()
        state.output = output
        state.sequences = (ConstantText("<"), ConstantText(">"))
        let (reader, writer) = (DispatchGroup(), DispatchGroup())
        let seen = Mutex(Data())
        DispatchQueue.global().async(group: reader) {
            let bytes = pipe.fileHandleForReading.readDataToEndOfFile()
            seen.withLock { $0 = bytes }
        }
        let frameCount = Atomic(0)
        let isOver = Atomic(false)
        DispatchQueue.global().async(group: writer) {
            while !isOver.load(ordering: .relaxed) {
                _ = TerminalRestoration.write {
                    frameCount.add(1, ordering: .relaxed)
                    return Terminal(input: -1, output: output, environment: [:]).send([46])
                }
            }
        }
        TerminalRestoration.begin(state)
        for _ in 0..<300 {
            let count = frameCount.load(ordering: .relaxed)
            while frameCount.load(ordering: .relaxed) == count { sched_yield() }
            TerminalRestoration.hide()
            TerminalRestoration.showAgain()
        }
        TerminalRestoration.end()
        isOver.store(true, ordering: .relaxed)
        writer.wait()
        try pipe.fileHandleForWriting.close()
        reader.wait()
        let text = try XCTUnwrap(String(bytes: seen.withLock { $0 }, encoding: .utf8))
        XCTAssertEqual(text.filter { $0 == "<" }.count, 301)
        XCTAssertFalse(text.contains(">."), "a frame is written after the terminal was given back")
    }
}
