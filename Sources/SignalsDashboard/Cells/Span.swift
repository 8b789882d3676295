/// A piece of text in one style. It holds no control characters, whatever it was made from.
public struct Span: Hashable, Sendable {
    /// The text, with control characters replaced by visible stand-ins.
    public let text: String
    /// The style of the text.
    public var style: Style

    /// A piece of text; control characters in `text` are replaced as `showingControlCharacters` says.
    ///
    /// - Parameters:
    ///   - text: the text, on one line: a line feed is a control character too.
    ///   - style: the style of all of it; plain unless given.
    public init(_ text: some StringProtocol, _ style: Style = .plain) {
        self.text = text.showingControlCharacters
        self.style = style
    }
}
