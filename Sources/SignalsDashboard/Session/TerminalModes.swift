import Foundation

/// The terminal driver's settings before and while a dashboard is shown.
struct TerminalModes {
    /// The settings that the terminal had, and gets back.
    let original: termios
    /// Keys come one by one, unechoed, Ctrl-C and Ctrl-Z among them; the output is not touched up.
    let raw: termios

    /// Reads the settings of the terminal behind `descriptor`; `nil` when it has none.
    init?(of descriptor: Int32) {
        var settings = termios()
        guard tcgetattr(descriptor, &settings) == 0 else { return nil }
        original = settings
        cfmakeraw(&settings)
        raw = settings
    }
}
