import Foundation

/// The terminal a dashboard is shown on: two file descriptors and what the environment says about them.
public struct Terminal: Sendable {
    let input: Int32
    let output: Int32
    private let environment: [String: String]

    /// The terminal behind the given file descriptors, which stay open for as long as it is used.
    ///
    /// - Parameter environment: where `TERM`, `NO_COLOR`, `COLUMNS` and `LINES` are looked up.
    public init(
        input: Int32, output: Int32, environment: [String: String] = ProcessInfo.processInfo.environment
    ) {
        self.input = input
        self.output = output
        self.environment = environment
    }

    /// The terminal of standard input and output.
    public static var standard: Terminal { Terminal(input: STDIN_FILENO, output: STDOUT_FILENO) }

    /// Whether a person sits in front of it: input and output are a terminal that can move its cursor.
    public var isInteractive: Bool {
        let kind = environment["TERM"] ?? ""
        return isatty(input) == 1 && isatty(output) == 1 && !kind.isEmpty && kind != "dumb"
    }

    /// Whether colours are wanted: always, unless the user set `NO_COLOR` to anything but nothing.
    public var usesColor: Bool { (environment["NO_COLOR"] ?? "").isEmpty }

    /// The size now; where the terminal does not tell, `COLUMNS` and `LINES`, or 80 by 24.
    public var size: Size {
        var window = winsize()
        if ioctl(output, UInt(TIOCGWINSZ), &window) == 0, window.ws_col > 0, window.ws_row > 0 {
            return Size(columns: Int(window.ws_col), rows: Int(window.ws_row))
        }
        let columns = environment["COLUMNS"].flatMap { Int($0) } ?? 80
        return Size(columns: columns, rows: environment["LINES"].flatMap { Int($0) } ?? 24)
    }

    /// Sends all of `text`; false when the terminal is gone.
    func send(_ text: String) -> Bool {
        var text = text
        return text.withUTF8 { SignalSafe.write($0, to: output) }
    }
}
