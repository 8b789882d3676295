import Foundation
import SignalsBattery

/// A program that was built beside the tests, as a process.
final class RunningProgram {
    private let process = Process()
    private let output = Pipe()
    private let errors = Pipe()
    /// The output after the last line that was read.
    private var rest = Data()

    /// Starts the program of a target. It is terminated after a minute, so that a test whose program waits for ever fails.
    init(_ name: String, _ arguments: [String]) throws {
        process.executableURL = builtProgram(name)
        process.arguments = arguments
        process.standardOutput = output
        process.standardError = errors
        try process.run()
        DispatchQueue.global().asyncAfter(deadline: .now() + 60) { [process] in
            if process.isRunning { process.terminate() }
        }
    }

    deinit { if process.isRunning { process.terminate() } }

    /// Waits for the next line that the program prints; nil after the last.
    func nextLine() -> String? {
        while true {
            if let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                defer { rest = Data(rest[(end + 1)...]) }
                return String(decoding: rest[..<end], as: UTF8.self)
            }
            let data = output.fileHandleForReading.availableData
            if data.isEmpty { return nil }
            rest += data
        }
    }

    /// Waits for the program's end.
    ///
    /// - Returns: the lines that were not read yet, the text on standard error, and the exit status.
    func end() throws -> (lines: [String], errors: String, status: Int32) {
        var lines: [String] = []
        while let line = nextLine() { lines.append(line) }
        let text = try errors.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return (lines, String(decoding: text, as: UTF8.self), process.terminationStatus)
    }
}

/// A folder of a test's own, which is deleted with it.
final class TestFolder {
    let url = FileManager.default.temporaryDirectory.appending(path: "PlaygroundTests-\(UUID())")

    init() throws { try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true) }

    deinit { try? FileManager.default.removeItem(at: url) }

    /// The path of a file in the folder, with a text if one is given.
    func path(_ name: String, text: String? = nil) throws -> String {
        let file = url.appending(path: name)
        try text?.write(to: file, atomically: true, encoding: .utf8)
        return file.path
    }
}
