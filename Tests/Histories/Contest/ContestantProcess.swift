import Foundation

/// A program of a contest as the contest sees it: it says a line when its work is done, and waits for one.
final class ContestantProcess {
    private let process = Process()
    private let input = Pipe()
    private let output = Pipe()

    init(_ program: URL, _ arguments: [String]) throws {
        process.executableURL = program
        process.arguments = arguments
        process.standardInput = input
        process.standardOutput = output
        try process.run()
    }

    func send(_ signal: Int32) { kill(process.processIdentifier, signal) }

    /// The problems that it met at work.
    func awaitEndOfWork() -> [String] { readReport() }

    func letFinish() { try? input.fileHandleForWriting.write(contentsOf: Data("\n".utf8)) }

    /// The problems of what it follows.
    func awaitEnd() -> [String] {
        let problems = readReport()
        process.waitUntilExit()
        return problems + (process.terminationStatus == 0 ? [] : ["a program ended with \(process.terminationStatus)"])
    }

    /// A report is a line of JSON.
    private func readReport() -> [String] {
        var line = Data()
        while let byte = try? output.fileHandleForReading.read(upToCount: 1), byte.first != UInt8(ascii: "\n") {
            if byte.isEmpty { break }
            line += byte
        }
        return (try? JSONDecoder().decode([String].self, from: line)) ?? ["a program said nothing"]
    }
}
