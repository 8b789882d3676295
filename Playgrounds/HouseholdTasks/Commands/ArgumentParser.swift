/// Tells options from words: options may stand anywhere, and `--` ends them.
struct ArgumentParser {
    /// The options without a value.
    enum Flag: Hashable, Sendable {
        case help
        case version
        case all
    }

    private(set) var words: [String] = []
    private(set) var flags: Set<Flag> = []
    private(set) var store: String?
    private var arguments: ArraySlice<String>

    init(_ arguments: [String]) {
        self.arguments = arguments[...]
    }

    /// Reads all arguments.
    ///
    /// - Throws: `UsageError` for an unknown option, or one without its value.
    mutating func read() throws {
        while let argument = arguments.popFirst() {
            if argument == "--" {
                words += arguments
                return
            }
            try read(argument)
        }
    }

    private mutating func read(_ argument: String) throws {
        switch argument {
        case "-h", "--help": flags.insert(.help)
        case "--version": flags.insert(.version)
        case "--all": flags.insert(.all)
        case "--store": store = try path(arguments.popFirst())
        case _ where argument.hasPrefix("--store="): store = try path(String(argument.dropFirst("--store=".count)))
        case _ where argument.hasPrefix("--") || (words.isEmpty && argument.hasPrefix("-")):
            throw UsageError.unknownOption(argument)
        default: words.append(argument)
        }
    }

    private func path(_ path: String?) throws -> String {
        guard let path, !path.isEmpty else { throw UsageError.missingValue(option: "--store", example: "tasks.sqlite") }
        return path
    }
}
