/// A word or sign of a format string, and its position.
struct FormatToken: Equatable {
    enum Kind: Equatable {
        /// A name, a path of names, or a keyword.
        case word(String)
        /// Digits, with a point or an exponent.
        case number(String)
        /// A text that stood between quotes.
        case text(String)
        /// `%@`, `%d`, `%K`: the letter.
        case argument(Character)
        /// `(`, `)`, `{`, `}`, `,`, an operator, or `[c]`.
        case sign(String)
        case end
    }

    let kind: Kind
    let position: Int
}
