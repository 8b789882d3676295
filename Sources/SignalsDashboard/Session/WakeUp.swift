/// The event that a signal handler reports to the session, as one byte through a pipe.
enum WakeUp: UInt8, Sendable {
    /// The terminal has another size.
    case resized
    /// The program goes on after a suspension, on a screen that shows something else.
    case resumed
    /// The session is over; no handler says so, but the session itself.
    case ended
}
