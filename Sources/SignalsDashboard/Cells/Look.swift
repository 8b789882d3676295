/// The look of a role on the terminal.
public struct Look: Hashable, Sendable {
    /// The colour of the letters; nil is the terminal's own.
    public var text: Color?
    /// The colour of the ground; nil is the terminal's own.
    public var ground: Color?
    /// True for bold letters.
    public var isBold: Bool
    /// True for underlined letters.
    public var isUnderlined: Bool
    /// True if letters and ground swap their colours.
    public var isReversed: Bool

    /// A look with the given properties; all of them default to the terminal's own.
    ///
    /// - Parameters:
    ///   - text: the colour of the letters; nil for the terminal's own.
    ///   - ground: the colour of the background; nil for the terminal's own.
    ///   - bold: true for bold letters.
    ///   - underlined: true for underlined letters.
    ///   - reversed: true if letters and ground swap their colours.
    public init(
        _ text: Color? = nil, on ground: Color? = nil, bold: Bool = false, underlined: Bool = false,
        reversed: Bool = false
    ) {
        self.text = text
        self.ground = ground
        isBold = bold
        isUnderlined = underlined
        isReversed = reversed
    }
}
