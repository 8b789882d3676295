import Foundation
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
        process.executableURL = Self.built("\(name)Page")
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let data = try pipe.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return (String(decoding: data, as: UTF8.self), process.terminationStatus)
    }

    /// A built program, beside the tests.
    private static func built(_ name: String) -> URL {
        let tests = URL(filePath: CommandLine.arguments[0]).resolvingSymlinksInPath()
        var folder = tests.deletingLastPathComponent()
        while folder.path != "/",
            !FileManager.default.isExecutableFile(atPath: folder.appending(path: name).path)
        {
            folder.deleteLastPathComponent()
        }
        return folder.appending(path: name)
    }
}
