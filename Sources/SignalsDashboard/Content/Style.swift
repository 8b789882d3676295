/// How a piece of text looks in the terminal.
public struct Style: Hashable, Sendable {
    /// The colour of the letters; `nil` is the terminal's own. Left out where the user set `NO_COLOR`.
    public var color: Color?
    /// Whether the text is bold.
    public var isBold: Bool
    /// Whether the text is fainter than the rest.
    public var isDim: Bool
    /// Whether the text is underlined.
    public var isUnderlined: Bool
    /// Whether the colours of letters and background are swapped, as for a selected row.
    public var isReversed: Bool

    /// A style with the given properties; all of them default to the terminal's own look.
    public init(
        color: Color? = nil, bold: Bool = false, dim: Bool = false, underlined: Bool = false, reversed: Bool = false
    ) {
        self.color = color
        isBold = bold
        isDim = dim
        isUnderlined = underlined
        isReversed = reversed
    }

    /// The terminal's own look.
    public static let plain = Style()
    /// Bold text.
    public static let bold = Style(bold: true)
    /// Faint text.
    public static let dim = Style(dim: true)
}
