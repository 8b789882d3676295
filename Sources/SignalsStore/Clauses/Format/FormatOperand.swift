/// One side of a comparison, and its position.
struct FormatOperand: Sendable {
    enum Kind: Sendable {
        /// The name of an attribute, or a path of names.
        case key(String)
        /// An argument; nil for none.
        case value((any Sendable)?)
        /// A number as it was written.
        case number(String)
        /// A text as it was written.
        case text(String)
        case list([FormatOperand])
    }

    let kind: Kind
    let position: Int
}
