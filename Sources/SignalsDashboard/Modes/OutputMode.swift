/// The form in which a dashboard is shown.
public enum OutputMode: Hashable, Sendable {
    /// The whole terminal where there is one, and lines elsewhere.
    case automatic
    /// The whole terminal.
    case screen
    /// A few rows below what the program prints (`Dashboard.print(_:)`), and lines if the output is not a terminal that
    /// can move its cursor. Keys work if the input is a terminal too.
    ///
    /// `rows` is the height of the frame, title and hints included: at least 1, and at most one fewer than the terminal
    /// has. Each frame is drawn over the one before, as text without styles.
    case inline(rows: Int)
    /// A line for each change.
    case lines
    /// A sentence for each change, for screen readers. Keys work where input and output are a terminal; each reports
    /// the selection.
    case linear
    /// A JSON object in a line for each change.
    case json

    /// The mode that the arguments of a program ask for: `--json`, `--linear`, `--lines`, `--inline`, `--screen`;
    /// automatic without one of them.
    ///
    /// `--inline` is `.inline(rows: 5)`: five rows below what the program prints.
    ///
    /// - Parameter arguments: the arguments, with or without the program's name. The first of these five counts, and
    ///   all others are ignored.
    public init(arguments: [String]) {
        let modes: [String: OutputMode] = [
            "--json": .json, "--linear": .linear, "--lines": .lines, "--inline": .inline(rows: 5), "--screen": .screen,
        ]
        self = arguments.lazy.compactMap { modes[$0] }.first ?? .automatic
    }

    /// True for the modes without a screen in which a person may press keys.
    var takesKeys: Bool {
        switch self {
        case .inline, .linear: true
        case .automatic, .screen, .lines, .json: false
        }
    }

    /// Returns the mode on a terminal.
    func resolved(on terminal: Terminal) -> OutputMode {
        switch self {
        case .automatic: terminal.isInteractive ? .screen : .lines
        case .inline: terminal.canMoveCursor ? self : .lines
        case .screen, .lines, .linear, .json: self
        }
    }
}
