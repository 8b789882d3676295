/// The look of each role. The ground is the terminal's own, but for the selected row.
public struct Theme: Hashable, Sendable {
    /// The looks by role; a role without one looks as the terminal's own text.
    public var looks: [Role: Look]

    /// A theme of the given looks.
    ///
    /// - Parameter looks: the looks by role; text of a role without one looks as the terminal's own.
    public init(looks: [Role: Look]) {
        self.looks = looks
    }

    /// For terminals with a dark ground.
    public static let dark = Theme(
        dim: Color(hex: 0xB0B4BC), border: Color(hex: 0x8A8F99), accent: Color(hex: 0x7FC8FF),
        second: Color(hex: 0xD4B3FF), good: Color(hex: 0x8BD37D), warning: Color(hex: 0xF2C14E),
        bad: Color(hex: 0xFF9A92), selection: Look(Color(hex: 0xFFFFFF), on: Color(hex: 0x2A4D73)))

    /// For terminals with a light ground.
    public static let light = Theme(
        dim: Color(hex: 0x595959), border: Color(hex: 0x737373), accent: Color(hex: 0x005A9C),
        second: Color(hex: 0x62369A), good: Color(hex: 0x1B6329), warning: Color(hex: 0x714B00),
        bad: Color(hex: 0xA61B14), selection: Look(Color(hex: 0x000000), on: Color(hex: 0xCFE3F7)))

    /// For terminals with sixteen colours, whose shades are the user's choice.
    public static let sixteen = Theme(
        dim: nil, border: nil, accent: .cyan, second: .magenta, good: .green, warning: .yellow, bad: .red,
        selection: Look(reversed: true))

    /// Without colours: bold, underlined and reversed text only.
    public static let plain = Theme(
        dim: nil, border: nil, accent: nil, second: nil, good: nil, warning: nil, bad: nil,
        selection: Look(reversed: true))

    private init(
        dim: Color?, border: Color?, accent: Color?, second: Color?, good: Color?, warning: Color?, bad: Color?,
        selection: Look
    ) {
        looks = [
            .dim: Look(dim), .title: Look(bold: true), .border: Look(border), .focus: Look(accent),
            .header: Look(bold: true), .selection: selection, .mark: Look(warning), .key: Look(accent, bold: true),
            .input: Look(underlined: true), .accent: Look(accent), .good: Look(good), .warning: Look(warning),
            .bad: Look(bad, bold: true), .plot: Look(accent), .plot2: Look(second),
        ]
    }

    /// Returns the look of text of `style`.
    ///
    /// - Parameter style: the style. Its colour replaces that of its role's look, unless the role is `.selection`; bold
    ///   adds to the look.
    public func look(of style: Style) -> Look {
        var look = looks[style.role] ?? Look()
        if let color = style.color, style.role != .selection { look.text = color }
        if style.isBold { look.isBold = true }
        return look
    }
}
