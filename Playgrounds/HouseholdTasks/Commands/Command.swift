/// One of the things the program does.
enum Command: Hashable, Sendable {
    /// Opens the dashboard, or prints the list where there is no terminal.
    case dashboard
    /// Shows what is saved in the store, by whatever program.
    case monitor
    case add(text: String)
    case list(all: Bool, json: Bool = false)
    case done(name: String)
    case reopen(name: String)
    case delete(name: String)
    case importFile(path: String)
    case exportFile(path: String)
    case help
    case version

    /// The commands by name, and what each needs.
    private static let names = [
        "add", "list", "done", "reopen", "delete", "import", "export", "monitor", "help", "version",
    ]

    /// The options that few commands take, and which they are.
    private static let places: [(flag: ArgumentParser.Flag, command: String)] = [
        (.all, "list"), (.json, "list and the dashboard"), (.lines, "the dashboard"), (.linear, "the dashboard"),
        (.inline, "the dashboard"),
    ]

    /// The command that `words` and the options among the arguments ask for.
    ///
    /// - Throws: `UsageError` for what is not understood.
    init(_ words: [String], _ flags: Set<ArgumentParser.Flag>) throws {
        if flags.contains(.help) {
            self = .help
        } else if flags.contains(.version) {
            self = .version
        } else {
            self = try Self.command(words.first, Array(words.dropFirst()), flags)
        }
        let command = self
        if let place = Self.places.first(where: { flags.contains($0.flag) && !command.takes($0.flag) }) {
            throw UsageError.misplacedOption("--" + place.flag.rawValue, command: place.command)
        }
    }

    /// True if the command needs no tasks.
    var isAboutTheProgram: Bool { self == .help || self == .version }

    /// True if the command changes no task: the store need not exist for it, and need not be writable.
    var onlyReads: Bool {
        switch self {
        case .list, .exportFile: true
        default: isAboutTheProgram
        }
    }

    private func takes(_ flag: ArgumentParser.Flag) -> Bool {
        switch self {
        case .help, .version: true
        case .list: flag == .all || flag == .json
        case .dashboard, .monitor: flag != .all
        default: false
        }
    }

    private static func command(
        _ name: String?, _ rest: [String], _ flags: Set<ArgumentParser.Flag>
    ) throws -> Command {
        switch name {
        case nil: return .dashboard
        case "add": return .add(text: try text(rest, of: "add", "the task"))
        case "done": return .done(name: try text(rest, of: "done", "the task's name"))
        case "reopen": return .reopen(name: try text(rest, of: "reopen", "the task's name"))
        case "delete": return .delete(name: try text(rest, of: "delete", "the task's name"))
        case "import": return .importFile(path: try single(rest, of: "import", "a file"))
        case "export": return .exportFile(path: try single(rest, of: "export", "a file"))
        case "list":
            return try none(rest, of: "list", .list(all: flags.contains(.all), json: flags.contains(.json)))
        case "monitor": return try none(rest, of: "monitor", .monitor)
        case "help": return .help
        case "version": return try none(rest, of: "version", .version)
        case let name?: throw UsageError.unknownCommand(name, known: names)
        }
    }

    private static func text(_ words: [String], of command: String, _ what: String) throws -> String {
        guard !words.isEmpty else { throw UsageError.missing(what, command: command) }
        return words.joined(separator: " ")
    }

    private static func single(_ words: [String], of command: String, _ what: String) throws -> String {
        guard let word = words.first, !word.isEmpty else { throw UsageError.missing(what, command: command) }
        return try none(Array(words.dropFirst()), of: command, word)
    }

    private static func none<Value>(_ words: [String], of command: String, _ value: Value) throws -> Value {
        if let word = words.first { throw UsageError.unexpected(word, command: command) }
        return value
    }
}
