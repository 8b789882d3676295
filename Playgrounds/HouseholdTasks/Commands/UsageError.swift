import SignalsDashboard

/// The reason why the arguments cannot be understood, and what to write instead.
enum UsageError: Error, Hashable, Sendable {
    case unknownCommand(String, known: [String])
    case unknownOption(String)
    case misplacedOption(String, command: String)
    case missingValue(option: String, example: String)
    case noNumber(String, option: String, example: String)
    case missing(String, command: String)
    case unexpected(String, command: String)
}

extension UsageError: CustomStringConvertible {
    var description: String {
        what.showingControlCharacters + ". See household-tasks --help."
    }

    private var what: String {
        switch self {
        case .unknownCommand(let name, let known):
            "there is no command “\(name)”; the commands are \(known.joined(separator: ", "))"
        case .unknownOption(let option):
            "there is no option “\(option)”; write -- before a text that begins with a dash"
        case .misplacedOption(let option, let command):
            "“\(option)” goes with “\(command)” only"
        case .missingValue(let option, let example):
            "“\(option)” needs a \(option == "--store" ? "path" : "number"), as in \(option) \(example)"
        case .noNumber(let text, let option, let example):
            "“\(text)” is not a number from 1 to 1,000,000; write \(option) \(example)"
        case .missing(let what, let command):
            "“\(command)” needs \(what), as in household-tasks \(command) \(Self.example(command))"
        case .unexpected(let word, let command):
            "“\(command)” does not take “\(word)”; put quotes around a path with spaces"
        }
    }

    private static func example(_ command: String) -> String {
        switch command {
        case "add": "\"Water plants due:2026-12-01 every:3d\""
        case "done", "reopen", "delete": "\"Water plants\""
        default: "todo.txt"
        }
    }
}
