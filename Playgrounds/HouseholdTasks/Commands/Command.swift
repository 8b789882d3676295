/// One of the things the program does.
enum Command: Hashable, Sendable {
    /// Opens the dashboard, or prints the list where there is no terminal.
    case dashboard
    case add(text: String)
    case list(all: Bool)
    case done(name: String)
    case importFile(path: String)
    case exportFile(path: String)
    case help
    case version

    /// The commands by name, and what each needs.
    private static let names = ["add", "list", "done", "import", "export", "help", "version"]

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
        guard !flags.contains(.all) || self == .list(all: true) || self == .help || self == .version else {
            throw UsageError.misplacedOption("--all", command: "list")
        }
    }

    private static func command(
        _ name: String?, _ rest: [String], _ flags: Set<ArgumentParser.Flag>
    ) throws -> Command {
        switch name {
        case nil: return .dashboard
        case "add": return .add(text: try text(rest, of: "add", "the task"))
        case "done": return .done(name: try text(rest, of: "done", "the task's name"))
        case "import": return .importFile(path: try single(rest, of: "import", "a file"))
        case "export": return .exportFile(path: try single(rest, of: "export", "a file"))
        case "list": return try none(rest, of: "list", .list(all: flags.contains(.all)))
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
