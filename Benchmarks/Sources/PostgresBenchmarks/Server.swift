import Foundation
import SignalsStore

/// The server, and the programs that ask it.
enum Server {
    static let address = variable("SIGNALS_SERVER")

    /// The value of a variable of the environment, without which nothing can be measured.
    static func variable(_ name: String) -> String {
        guard let value = ProcessInfo.processInfo.environment[name] else {
            fail("\(name) is not set; run Scripts/benchmark postgres")
        }
        return value
    }

    static func fail(_ reason: String) -> Never {
        FileHandle.standardError.write(Data("The benchmark failed: \(reason)\n".utf8))
        exit(1)
    }

    static func trying<Result>(_ body: () throws -> Result) -> Result {
        do { return try body() } catch { fail("\(error)") }
    }

    static func nanoseconds(_ body: () throws -> Void) rethrows -> Double {
        let start = DispatchTime.now().uptimeNanoseconds
        try body()
        return Double(DispatchTime.now().uptimeNanoseconds - start)
    }

    /// Runs a program to its end and returns what it printed.
    @discardableResult
    static func run(_ program: String, _ arguments: [String]) -> String {
        trying {
            let process = Process()
            process.executableURL = URL(filePath: "/usr/bin/env")
            process.arguments = [program] + arguments
            let output = Pipe()
            process.standardOutput = output
            try process.run()
            let text = try output.fileHandleForReading.readToEnd() ?? Data()
            process.waitUntilExit()
            guard process.terminationStatus == 0 else { fail("\(program) \(arguments.joined(separator: " "))") }
            return String(decoding: text, as: UTF8.self)
        }
    }

    @discardableResult
    static func sql(_ commands: String...) -> String {
        run("psql", ["-qXAt", "-v", "ON_ERROR_STOP=1", address] + commands.flatMap { ["-c", $0] })
    }

    /// Runs a body with a container over a schema of its own, which is dropped afterwards.
    static func withSchema(_ body: (PersistentContainer, String) throws -> Double) -> Double {
        let schema = "bench_" + UUID().uuidString.prefix(8).lowercased()
        return trying {
            let container = try PersistentContainer.benchmark(schema: schema)
            defer {
                container.close()
                sql("SET client_min_messages = warning", "DROP SCHEMA \(schema) CASCADE")
            }
            return try body(container, schema)
        }
    }

    /// The nanoseconds that a peer in Python printed.
    static func python(_ arguments: String...) -> Double {
        let text = run(variable("SIGNALS_PYTHON"), [variable("SIGNALS_PEERS"), address] + arguments)
        guard let time = Double(text.trimmingCharacters(in: .whitespacesAndNewlines)) else { fail("no time: \(text)") }
        return time
    }
}
