import Foundation

/// The reason why a dashboard cannot be shown.
public enum DashboardError: Error, Hashable, Sendable {
    /// Input or output is not a terminal, or one that cannot move its cursor (`TERM=dumb`).
    case notATerminal
    /// Another dashboard of this process has the terminal.
    case alreadyShown
    /// The terminal refused; the text is the system's reason.
    case terminalFailed(reason: String)
}

extension DashboardError: LocalizedError, CustomStringConvertible {
    /// The problem and what to do about it.
    public var description: String {
        switch self {
        case .notATerminal:
            "A dashboard needs a terminal for its input and output. Run the program in one, or print plain text instead."
        case .alreadyShown:
            "Another dashboard of this program is on the screen. Wait until its run() has returned."
        case .terminalFailed(let reason):
            "The terminal cannot be set up: \(reason). Open another terminal and try again."
        }
    }

    /// The same text as `description`.
    public var errorDescription: String? { description }
}
