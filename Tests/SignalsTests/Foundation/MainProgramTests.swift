import Foundation
import SignalsBattery
import XCTest

/// What is scheduled on the main run loop is delivered in every kind of program.
final class MainProgramTests: XCTestCase {
    func testAProgramWithAnAsynchronousMainDelivers() throws {
        try XCTAssertEqual(
            run("AsyncMain"), ["received 1", "delayed 2", "dates 3", "on the main actor: true"])
    }

    func testAProgramThatLeavesAllToTheMainQueueDelivers() throws {
        try XCTAssertEqual(run("QueueMain"), ["received 1", "received 2", "received 3", "three dates"])
    }

    func testAProgramThatRunsTheMainRunLoopDelivers() throws {
        try XCTAssertEqual(run("QueueMain", "runloop"), ["received 1", "received 2", "received 3", "three dates"])
    }

    /// Runs a program that is built beside the tests, and returns the lines that it printed. One that hangs is ended.
    private func run(_ name: String, _ arguments: String...) throws -> [String] {
        let process = Process()
        process.executableURL = builtProgram(name)
        process.arguments = arguments
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let watchdog = DispatchWorkItem { process.terminate() }
        DispatchQueue.global().asyncAfter(deadline: .now() + 60, execute: watchdog)
        let data = try pipe.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        watchdog.cancel()
        XCTAssertEqual(process.terminationStatus, 0, name)
        return String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
    }
}
