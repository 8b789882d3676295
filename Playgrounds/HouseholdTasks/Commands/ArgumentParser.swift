import SignalsDashboard

/// Tells options from words: options may stand anywhere, and `--` ends them.
struct ArgumentParser {
    /// The options without a value.
    enum Flag: String, CaseIterable, Hashable, Sendable {
        case help
        case version
        case all
        case json
        case lines
        case linear
        case inline
    }

    private(set) var words: [String] = []
    private(set) var flags: Set<Flag> = []
    private(set) var store: String?
    private(set) var failEvery: Int?
    private(set) var load: Int?
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

    /// The way in which the dashboard is shown, as the options say.
    var mode: OutputMode { OutputMode(arguments: flags.map { "--" + $0.rawValue }) }

    private mutating func read(_ argument: String) throws {
        let (name, attached) = Self.split(argument)
        if attached == nil, let flag = Flag.allCases.first(where: { name == "--" + $0.rawValue }) {
            flags.insert(flag)
            return
        }
        switch name {
        case "-h": flags.insert(.help)
        case "--store": store = try value(of: name, attached, example: "tasks.sqlite")
        case "--fail-every": failEvery = try number(of: name, attached, example: "3")
        case "--load": load = try number(of: name, attached, example: "100")
        case _ where argument.hasPrefix("--") || (words.isEmpty && argument.hasPrefix("-")):
            throw UsageError.unknownOption(argument)
        default: words.append(argument)
        }
    }

    /// An option and the value that is attached to it with `=`.
    private static func split(_ argument: String) -> (name: String, value: String?) {
        guard argument.hasPrefix("--"), let sign = argument.firstIndex(of: "=") else { return (argument, nil) }
        return (String(argument[..<sign]), String(argument[argument.index(after: sign)...]))
    }

    private mutating func value(of option: String, _ attached: String?, example: String) throws -> String {
        guard let value = attached ?? arguments.popFirst(), !value.isEmpty else {
            throw UsageError.missingValue(option: option, example: example)
        }
        return value
    }

    private mutating func number(of option: String, _ attached: String?, example: String) throws -> Int {
        let text = try value(of: option, attached, example: example)
        guard let number = Int(text), (1...1_000_000).contains(number) else {
            throw UsageError.noNumber(text, option: option, example: example)
        }
        return number
    }
}
