import Foundation

/// The place of the program's lines: results go to standard output, errors to standard error.
struct Console: Sendable {
    /// Writes text to standard output as it is; false when nobody takes it.
    let write: @Sendable (String) -> Bool
    /// Writes text to standard error as it is.
    let writeError: @Sendable (String) -> Void
    /// The columns of the terminal that shows standard output; `nil` when that is no terminal.
    let columns: Int?

    /// Prints a line.
    @discardableResult
    func print(_ line: String) -> Bool {
        write(line + "\n")
    }

    /// Prints a line that says what went wrong.
    func printError(_ line: String) {
        writeError("household-tasks: " + line + "\n")
    }
}
