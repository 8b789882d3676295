/// One of the eight colours of the terminal's palette, whose shades are the user's choice.
public enum Color: Int, Hashable, Sendable, CaseIterable {
    /// The palette's colours, in the order of the ANSI standard.
    case black, red, green, yellow, blue, magenta, cyan, white
}
