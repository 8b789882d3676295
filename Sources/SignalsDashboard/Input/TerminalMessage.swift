/// Something that a terminal sends.
enum TerminalMessage: Hashable, Sendable {
    /// A key was pressed.
    case key(Key)
    /// Text was pasted.
    case paste(String)
    /// The wheel was turned over a cell, by so many rows; downwards they are positive.
    case wheel(Int, column: Int, row: Int)
    /// A cell was clicked.
    case click(column: Int, row: Int)
    /// The mouse was moved to a cell with its button down.
    case drag(column: Int, row: Int)
    /// The terminal's ground has this colour.
    case ground(Color)
    /// The terminal can show a whole update at once.
    case canSynchronise
}
