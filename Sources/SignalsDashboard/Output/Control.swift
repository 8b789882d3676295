/// The control sequences that are sent to the terminal.
enum Control {
    /// What is sent before the first frame: the alternate screen without line wrapping, and pastes marked as such.
    static let enter = "\u{1B}[?1049h\u{1B}[?7l\u{1B}[?2004h" + hideCursor
    /// What undoes `enter`, so that the terminal shows what it showed before.
    static let leave = "\u{1B}[0m\u{1B}[?2004l\u{1B}[?7h\u{1B}[?1049l" + showCursor

    static let hideCursor = "\u{1B}[?25l"
    static let showCursor = "\u{1B}[?25h"
    static let clearScreen = "\u{1B}[0m\u{1B}[2J"
    static let clearToEndOfLine = "\u{1B}[K"

    /// Moves the cursor to a column and row, both from 0.
    static func move(column: Int, row: Int) -> String { "\u{1B}[\(row + 1);\(column + 1)H" }
}
