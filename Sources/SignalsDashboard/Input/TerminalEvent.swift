/// An event while a dashboard is shown.
enum TerminalEvent: Hashable, Sendable {
    /// A person used the keyboard or the mouse, or the terminal answered.
    case input([TerminalMessage])
    /// The terminal has another size.
    case resized
    /// The program was suspended and goes on; the screen has to be drawn again.
    case resumed
    /// Something that is shown has changed.
    case changed
    /// It is time for the next frame.
    case frameIsDue
    /// The last frame is on the terminal.
    case written
    /// The time has come at which a content said that it changes.
    case timePassed
    /// No more input will come, or the dashboard was stopped.
    case ended
}
