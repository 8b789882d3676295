import Foundation
import SignalsBattery
import Testing

/// A page of the playground, built as a program, and what it has to print.
struct Page: Sendable, CustomTestStringConvertible {
    let name: String
    let output: String

    var testDescription: String { name }

    static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// Runs the program and returns what it printed.
    func run() throws -> (output: String, status: Int32) {
        let process = Process()
        process.executableURL = builtProgram("\(name)Page")
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let data = try pipe.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return (String(decoding: data, as: UTF8.self), process.terminationStatus)
    }
}
