import Foundation

/// The time in which a dashboard has the terminal, from `init` to `end()`.
@MainActor
final class TerminalSession {
    private static var isUnderWay = false

    private let input: TerminalInput
    private var hasEnded = false

    /// Takes the terminal: alternate screen and raw mode, or the keys alone; and signal handlers.
    ///
    /// - Parameters:
    ///   - use: what it takes.
    ///   - report: called on a background queue with all that happens.
    /// - Throws: `DashboardError`, and the terminal is as it was.
    init(on terminal: Terminal, taking use: TerminalUse = .screen, report: @escaping @Sendable (TerminalEvent) -> Void)
        throws
    {
        guard terminal.isInteractive else { throw DashboardError.notATerminal }
        guard !Self.isUnderWay else { throw DashboardError.alreadyShown }
        try Foreground.await(on: terminal.input)
        guard let modes = TerminalModes(of: terminal.input) else { throw DashboardError.notATerminal }
        input = try TerminalInput(from: terminal.input, report: report)
        Self.isUnderWay = true
        TerminalRestoration.begin(
            .init(
                input: terminal.input, output: terminal.output, wakeUp: input.wakeUpDescriptor,
                original: modes.original, taken: use.settings(of: modes), sequences: use.sequences,
                errors: use == .screen ? ErrorDiversion(fromTerminal: terminal.output) : nil))
        // Before anything is taken, and until all was given back: a signal may come at any moment.
        SignalHandlers.install()
        TerminalRestoration.show()
    }

    /// Gives the terminal back; once is enough.
    func end() {
        guard !hasEnded else { return }
        hasEnded = true
        TerminalRestoration.giveBack()
        SignalHandlers.uninstall()
        TerminalRestoration.end()
        input.end()
        Self.isUnderWay = false
    }

    /// Suspends the program and all that were started with it, as Ctrl-Z does elsewhere.
    func suspend() {
        kill(0, SIGTSTP)
    }
}
