import SignalsDashboard

/// The request of the person who started the program.
struct Invocation: Hashable, Sendable {
    /// The path or the server's address given with `--store`.
    var store: String?
    /// Each save with this number, and each multiple of it, is made to fail.
    var failEvery: Int?
    /// The saves a second that the dashboard makes of its own.
    var load: Int?
    /// The way in which the dashboard is shown.
    var mode: OutputMode
    var command: Command

    /// Reads the arguments that follow the program's name.
    ///
    /// - Throws: `UsageError` for what is not understood.
    init(_ arguments: [String]) throws {
        var parser = ArgumentParser(arguments)
        try parser.read()
        (store, failEvery, load, mode) = (parser.store, parser.failEvery, parser.load, parser.mode)
        command = try Command(parser.words, parser.flags)
        guard load == nil || command == .dashboard || command.isAboutTheProgram else {
            throw UsageError.misplacedOption("--load", command: "the dashboard")
        }
    }
}
