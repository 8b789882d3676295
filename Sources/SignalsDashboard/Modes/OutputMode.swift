/// The way in which a dashboard is shown.
public enum OutputMode: Hashable, Sendable {
    /// The whole terminal where there is one, and lines elsewhere.
    case automatic
    /// The whole terminal.
    case screen
    /// A few rows below what the program prints, without keys.
    case inline(rows: Int)
    /// A line for each change.
    case lines
    /// A sentence for each change, for screen readers.
    case linear
    /// A JSON object in a line for each change.
    case json

    /// The mode that the arguments of a program ask for: `--json`, `--linear`, `--lines`, `--inline`, `--screen`;
    /// automatic without one of them.
    public init(arguments: [String]) {
        let modes: [String: OutputMode] = [
            "--json": .json, "--linear": .linear, "--lines": .lines, "--inline": .inline(rows: 5), "--screen": .screen,
        ]
        self = arguments.lazy.compactMap { modes[$0] }.first ?? .automatic
    }

    /// The mode on a terminal.
    func resolved(isInteractive: Bool) -> OutputMode {
        self == .automatic ? (isInteractive ? .screen : .lines) : self
    }
}
