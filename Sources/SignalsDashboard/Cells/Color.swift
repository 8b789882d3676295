/// A colour of text or of its background, rounded to the nearest that the terminal has.
public enum Color: Hashable, Sendable {
    /// A colour of the terminal's palette: 0 to 7 the eight of the ANSI standard, to 15 the bright ones, to 255 the
    /// extended palette. Their shades are the user's choice. Other numbers are taken modulo 256.
    case ansi(Int)
    /// A colour by its red, green and blue.
    case rgb(UInt8, UInt8, UInt8)

    /// The palette's black.
    public static let black = Color.ansi(0)
    /// The palette's red.
    public static let red = Color.ansi(1)
    /// The palette's green.
    public static let green = Color.ansi(2)
    /// The palette's yellow.
    public static let yellow = Color.ansi(3)
    /// The palette's blue.
    public static let blue = Color.ansi(4)
    /// The palette's magenta.
    public static let magenta = Color.ansi(5)
    /// The palette's cyan.
    public static let cyan = Color.ansi(6)
    /// The palette's white.
    public static let white = Color.ansi(7)
}

extension Color {
    /// A colour written as in a style sheet: 0x7FC8FF.
    init(hex: UInt32) {
        self = .rgb(UInt8(hex >> 16 & 255), UInt8(hex >> 8 & 255), UInt8(hex & 255))
    }

    /// The colour in 26 bits, of which the highest two give the kind; 0 is none.
    var bits: UInt32 {
        switch self {
        case .ansi(let number): 1 << 24 | UInt32(truncatingIfNeeded: number & 255)
        case .rgb(let red, let green, let blue): 2 << 24 | UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue)
        }
    }

    /// The colour that has these bits; nil for 0.
    init?(bits: UInt32) {
        switch bits >> 24 {
        case 1: self = .ansi(Int(bits & 255))
        case 2: self = Color(hex: bits & 0xFF_FFFF)
        default: return nil
        }
    }
}
