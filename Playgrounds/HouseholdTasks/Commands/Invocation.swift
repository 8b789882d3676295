/// What the person who started the program asked for.
struct Invocation: Hashable, Sendable {
    /// The path given with `--store`.
    var store: String?
    var command: Command

    /// Reads the arguments that follow the program's name.
    ///
    /// - Throws: `UsageError` for what is not understood.
    init(_ arguments: [String]) throws {
        var parser = ArgumentParser(arguments)
        try parser.read()
        store = parser.store
        command = try Command(parser.words, parser.flags)
    }
}
