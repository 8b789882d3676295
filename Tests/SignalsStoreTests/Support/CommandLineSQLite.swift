import Foundation

/// The program `sqlite3`, which knows nothing of the library. `Scripts/set-up sqlite3` installs it.
enum CommandLineSQLite {
    struct Failure: Error { let output: String }

    /// Runs commands on a file, as typed on the command line or into the program.
    ///
    /// - Returns: what it writes.
    @discardableResult
    static func run(_ url: URL, _ arguments: String..., input: String = "") throws -> String {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["sqlite3", "-bail", url.path] + arguments
        let (output, standardInput) = (
            Pipe(), FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        )
        try Data(input.utf8).write(to: standardInput)
        defer { try? FileManager.default.removeItem(at: standardInput) }
        process.standardInput = try FileHandle(forReadingFrom: standardInput)
        process.standardOutput = output
        process.standardError = output
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw Failure(output: text) }
        return text
    }
}
