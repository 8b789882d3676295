/// The control sequences that are sent to the terminal.
enum Control {
    /// The sequence sent before the first frame: the alternate screen without line wrapping, pastes marked as such, and
    /// keys distinguished (the kitty protocol) where the terminal can.
    static let enter = "\u{1B}[?1049h\u{1B}[?7l\u{1B}[?2004h\u{1B}[>1u" + hideCursor
    /// The sequence that undoes `enter` and `takeMouse`, so that the terminal shows what it showed before.
    static let leave = "\u{1B}[0m" + releaseMouse + "\u{1B}[<u\u{1B}[?2004l\u{1B}[?7h\u{1B}[?1049l" + showCursor

    /// Pastes are marked as such.
    static let takePastes = "\u{1B}[?2004h"
    static let releasePastes = "\u{1B}[?2004l"

    /// Clicks, the wheel, and movements with a button down are reported as input.
    static let takeMouse = "\u{1B}[?1000h\u{1B}[?1002h\u{1B}[?1006h"
    static let releaseMouse = "\u{1B}[?1006l\u{1B}[?1002l\u{1B}[?1000l"

    /// Asks for the colour of the ground, and for whether updates can be synchronised.
    static let questions = "\u{1B}]11;?\u{1B}\\\u{1B}[?2026$p"
    static let beginUpdate = "\u{1B}[?2026h"
    static let endUpdate = "\u{1B}[?2026l"

    static let hideCursor = "\u{1B}[?25l"
    static let showCursor = "\u{1B}[?25h"
    static let resetStyle = "\u{1B}[0m"
    static let clearScreen = "\u{1B}[0m\u{1B}[2J"
    static let clearToEndOfLine = "\u{1B}[K"

    /// Moves the cursor to a column and row, both from 0.
    static func move(column: Int, row: Int) -> String { "\u{1B}[\(row + 1);\(column + 1)H" }
}
