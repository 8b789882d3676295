import Foundation

/// The part of a terminal that a session takes.
enum TerminalUse {
    /// The whole screen, and its keys.
    case screen
    /// The keys alone, while lines are printed.
    case keys

    private static let sequences = (
        screen: (enter: ConstantText(Control.enter), leave: ConstantText(Control.leave)),
        keys: (enter: ConstantText(Control.takePastes), leave: ConstantText(Control.releasePastes))
    )

    /// The sequences that are sent when it is taken and given back.
    var sequences: (enter: ConstantText, leave: ConstantText) {
        self == .screen ? Self.sequences.screen : Self.sequences.keys
    }

    /// Returns the driver's settings meanwhile.
    func settings(of modes: TerminalModes) -> termios { self == .screen ? modes.raw : modes.keys }
}
