import Foundation
import Histories
import SignalsPostgres
import SignalsStore

/// A program of a contest:
///     HistoryWorker (--file PATH | --server ADDRESS --schema NAME) --number N --seed N --seconds N --history PATH [--fault NAME]
/// It says what went wrong at work, waits for a line, and says what went wrong in what it follows.
struct Arguments {
    private var values: [String: String] = [:]

    init(_ arguments: some Sequence<String>) {
        var rest = Array(arguments)[...]
        while let name = rest.popFirst() { values[name] = rest.popFirst() }
    }

    subscript(name: String) -> String { values[name] ?? "" }

    var store: PersistentStoreDescription {
        if self["--file"].isEmpty {
            // The server tells them apart by it.
            let name = "&application_name=contestant" + self["--number"]
            return .contest(server: self["--server"] + name, schema: self["--schema"])
        }
        return .contest(file: URL(fileURLWithPath: self["--file"]))
    }
}

func say(_ problems: [String]) throws {
    FileHandle.standardOutput.write(try JSONEncoder().encode(problems) + Data("\n".utf8))
}

let arguments = Arguments(CommandLine.arguments.dropFirst())
let contestant = try Contestant(
    arguments.store, number: Int(arguments["--number"]) ?? 0, seed: UInt64(arguments["--seed"]) ?? 1,
    fault: Fault(rawValue: arguments["--fault"]), history: URL(fileURLWithPath: arguments["--history"]))
try say(await contestant.work(for: .seconds(Double(arguments["--seconds"]) ?? 1)))
_ = readLine()
try say(await contestant.finish())
