import Foundation

/// The terminal driver's settings before and while a dashboard is shown.
struct TerminalModes {
    /// The settings that the terminal had, and gets back.
    let original: termios
    /// Keys come one by one, unechoed, Ctrl-C and Ctrl-Z among them; the output is not touched up.
    let raw: termios
    /// Keys come one by one, unechoed; Ctrl-C and Ctrl-Z send signals, and the output is touched up, as before.
    let keys: termios

    /// Reads the settings of the terminal of `descriptor`; `nil` when it has none.
    init?(of descriptor: Int32) {
        var settings = termios()
        guard tcgetattr(descriptor, &settings) == 0 else { return nil }
        original = settings
        cfmakeraw(&settings)
        raw = settings
        settings = original
        settings.c_lflag &= ~tcflag_t(ICANON | ECHO)
        // The number of bytes that a read waits for.
        settings.c_cc = raw.c_cc
        keys = settings
    }
}
