/// What happens while a dashboard is shown.
enum TerminalEvent: Hashable, Sendable {
    /// A person used the keyboard.
    case keys([Key])
    /// The terminal has another size.
    case resized
    /// The program was suspended and goes on; the screen has to be drawn again.
    case resumed
    /// Something that is shown has changed.
    case changed
    /// No more input will come, or the dashboard was stopped.
    case ended
}
