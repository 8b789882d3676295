/// The meaning of a piece of text: a role, which the theme turns into a look, and what differs from that.
///
/// It is one number, so that comparing two screens compares numbers.
public struct Style: Hashable, Sendable {
    /// The role in the lowest four bits, bold in the fifth, and the colour above.
    private(set) var bits: UInt32

    /// A style.
    ///
    /// - Parameters:
    ///   - role: the part that the text plays.
    ///   - color: a colour of the letters in place of the role's.
    ///   - bold: true for bold letters, though those of the role are not.
    public init(_ role: Role = .text, color: Color? = nil, bold: Bool = false) {
        bits = UInt32(role.rawValue) | (bold ? 16 : 0) | (color?.bits ?? 0) << 5
    }

    /// The part that the text plays.
    public var role: Role {
        get { Role(rawValue: UInt8(bits & 15)) ?? .text }
        set { bits = bits & ~15 | UInt32(newValue.rawValue) }
    }

    /// The colour of the letters in place of the role's; nil for the role's own.
    public var color: Color? {
        get { Color(bits: bits >> 5) }
        set { bits = bits & 31 | (newValue?.bits ?? 0) << 5 }
    }

    /// True for bold letters, though those of the role are not.
    public var isBold: Bool {
        get { bits & 16 != 0 }
        set { bits = newValue ? bits | 16 : bits & ~16 }
    }

    /// Ordinary text.
    public static let plain = Style()
    /// Bold text.
    public static let bold = Style(bold: true)
    /// Text that matters less.
    public static let dim = Style(.dim)
}
