import Foundation
import XCTest

/// The real executable, as a person or another program runs it.
struct ChildProgram: Sendable {
    /// The result of a finished program.
    struct Outcome: Sendable {
        let status: Int32
        let output: String
        let errors: String

        var outputLines: [String] { output.split(separator: "\n").map(String.init) }
    }

    /// A folder of its own, with the store in it.
    let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "household-tasks-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    /// The built executable, beside the tests.
    static var executable: URL {
        let tests = URL(filePath: CommandLine.arguments[0]).resolvingSymlinksInPath()
        var folder = tests.deletingLastPathComponent()
        while folder.path != "/",
            !FileManager.default.isExecutableFile(atPath: folder.appending(path: "household-tasks").path)
        {
            folder.deleteLastPathComponent()
        }
        return folder.appending(path: "household-tasks")
    }

    var environment: [String: String] {
        ["PATH": "/usr/bin:/bin", "HOME": folder.path, "XDG_DATA_HOME": folder.path, "TERM": "xterm", "TZ": "UTC"]
    }

    /// Removes what the tests have left.
    func remove() {
        try? FileManager.default.removeItem(at: folder)
    }

    /// Writes a file into the folder and returns its path.
    func write(_ text: String, to name: String) throws -> String {
        try write(Array(text.utf8), to: name)
    }

    /// Writes a file into the folder and returns its path.
    func write(_ bytes: [UInt8], to name: String) throws -> String {
        let url = folder.appending(path: name)
        try Data(bytes).write(to: url)
        return url.path
    }

    /// The contents of a file in the folder.
    func read(_ name: String) throws -> String {
        try String(contentsOf: folder.appending(path: name), encoding: .utf8)
    }

    /// Runs the program to its end, without a terminal and without input.
    func run(_ arguments: String...) async throws -> Outcome {
        try await run(Self.executable, arguments)
    }

    /// Runs a line of shell, in which `$P` is the program.
    func shell(_ line: String) async throws -> Outcome {
        try await run(URL(filePath: "/bin/bash"), ["-c", "P=\(Self.executable.path); cd \(folder.path); \(line)"])
    }

    @MainActor
    private func run(_ executable: URL, _ arguments: [String]) async throws -> Outcome {
        let name = UUID().uuidString
        let (output, errors) = (folder.appending(path: name + ".out"), folder.appending(path: name + ".err"))
        let process = Process()
        process.executableURL = executable
        process.arguments = arguments
        process.environment = environment
        process.standardInput = FileHandle.nullDevice
        let handles = [try Self.file(output), try Self.file(errors)]
        process.standardOutput = handles[0]
        process.standardError = handles[1]
        try await process.runToEnd()
        for handle in handles { try handle.close() }
        defer { for url in [output, errors] { try? FileManager.default.removeItem(at: url) } }
        return Outcome(
            status: process.terminationStatus, output: try String(contentsOf: output, encoding: .utf8),
            errors: try String(contentsOf: errors, encoding: .utf8))
    }

    private static func file(_ url: URL) throws -> FileHandle {
        try Data().write(to: url)
        return try FileHandle(forWritingTo: url)
    }
}

extension Process {
    /// Starts the process and returns when it has ended. On the main thread, since a child inherits the signals its
    /// parent's thread has blocked, and the threads behind a task have most of them blocked.
    @MainActor
    func runToEnd() async throws {
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            terminationHandler = { _ in continuation.resume() }
            do { try run() } catch { continuation.resume(throwing: error) }
        }
    }
}
