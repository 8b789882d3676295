import Foundation

/// The terminal a dashboard is shown on: two file descriptors and what the environment says about them.
public struct Terminal: Sendable {
    let input: Int32
    let output: Int32
    private let environment: [String: String]

    /// The terminal of the given file descriptors, which stay open for as long as it is used.
    ///
    /// - Parameters:
    ///   - input: the descriptor that keys are read from.
    ///   - output: the descriptor that frames are written to.
    ///   - environment: the variables, of which `TERM`, `NO_COLOR`, `LANG`, `COLUMNS` and the like are used.
    public init(
        input: Int32, output: Int32, environment: [String: String] = ProcessInfo.processInfo.environment
    ) {
        self.input = input
        self.output = output
        self.environment = environment
    }

    /// The terminal of standard input and output.
    public static var standard: Terminal { Terminal(input: STDIN_FILENO, output: STDOUT_FILENO) }

    /// True if a person sits in front of it: input and output are a terminal that can move its cursor.
    public var isInteractive: Bool { isatty(input) == 1 && canMoveCursor }

    /// True if the output is a terminal that can move its cursor.
    var canMoveCursor: Bool {
        let kind = environment["TERM"] ?? ""
        return isatty(output) == 1 && !kind.isEmpty && kind != "dumb"
    }

    /// The number of colours that it has, by `NO_COLOR`, `COLORTERM`, `TERM` and `CLICOLOR_FORCE`.
    public var colorDepth: ColorDepth { ColorDepth(environment) }

    /// True if its locale (`LC_ALL`, `LC_CTYPE`, `LANG`) is UTF-8 or not said. Otherwise everything is shown in ASCII.
    public var isUTF8: Bool {
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
        guard let locale = locale?.lowercased() else { return true }
        return locale.contains("utf-8") || locale.contains("utf8")
    }

    /// True if `COLORFGBG` says that the ground is light.
    var hasLightGround: Bool {
        let ground = environment["COLORFGBG"]?.split(separator: ";").last.flatMap { Int($0) }
        return ground == 7 || (ground ?? 0) > 8
    }

    /// The size now; where the terminal does not report it, `COLUMNS` and `LINES`, or 80 by 24.
    public var size: Size {
        var window = winsize()
        if ioctl(output, UInt(TIOCGWINSZ), &window) == 0, window.ws_col > 0, window.ws_row > 0 {
            return Size(columns: Int(window.ws_col), rows: Int(window.ws_row))
        }
        // No terminal is larger than a thousand cells; a number that is none of a terminal would take all memory.
        let (columns, rows) = (environment["COLUMNS"].flatMap { Int($0) }, environment["LINES"].flatMap { Int($0) })
        return Size(columns: min(columns ?? 80, 1000), rows: min(rows ?? 24, 1000))
    }

    /// Sends all of `bytes`; false when the terminal is gone.
    func send(_ bytes: [UInt8]) -> Bool {
        bytes.withUnsafeBufferPointer { SignalSafe.write($0, to: output) }
    }

    /// Sends `bytes` at the end, when a terminal that takes nothing is not to hold up the program.
    func sendLast(_ bytes: [UInt8]) {
        _ = bytes.withUnsafeBufferPointer {
            SignalSafe.write($0, to: output, patience: TerminalRestoration.patience)
        }
    }
}
