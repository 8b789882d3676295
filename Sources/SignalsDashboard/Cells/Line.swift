/// One line of a frame: pieces of styled text, from left to right.
public struct Line: Hashable, Sendable {
    /// The pieces.
    public var spans: [Span]

    /// A line of the given pieces.
    ///
    /// - Parameter spans: the pieces, from left to right; none unless given.
    public init(_ spans: [Span] = []) {
        self.spans = spans
    }

    /// A line of one piece.
    ///
    /// - Parameters:
    ///   - text: the text; control characters in it, line feeds too, are replaced as `showingControlCharacters` says.
    ///   - style: the style of all of it; plain unless given.
    public init(_ text: some StringProtocol, _ style: Style = .plain) {
        spans = [Span(text, style)]
    }

    /// The text without its styles.
    public var text: String { spans.map(\.text).joined() }

    /// The number of terminal columns the line takes.
    public var width: Int { spans.reduce(0) { $0 + $1.text.displayWidth } }

    /// Returns this line cut to at most `columns` terminal columns, with `…` where something is missing.
    ///
    /// - Parameter columns: the largest width, in terminal columns; 0 or less leaves no visible text.
    public func truncated(toWidth columns: Int) -> Line {
        guard width > columns else { return self }
        var fitting: [Span] = []
        var left = columns
        for span in spans {
            let spanWidth = span.text.displayWidth
            // The piece that fills the line exactly still gives up a column for the mark of what follows.
            guard spanWidth < left else {
                fitting.append(Span((span.text + " ").truncated(toWidth: left), span.style))
                break
            }
            fitting.append(span)
            left -= spanWidth
        }
        return Line(fitting)
    }

    /// Returns this line filled up with spaces in `style` to `columns` terminal columns.
    ///
    /// - Parameters:
    ///   - columns: the width to reach, in terminal columns. A line that is as wide, or wider, is returned as it is.
    ///   - style: the style of the added spaces; plain unless given.
    public func padded(toWidth columns: Int, _ style: Style = .plain) -> Line {
        let missing = columns - width
        return missing > 0 ? Line(spans + [Span(String(repeating: " ", count: missing), style)]) : self
    }

    /// Returns this line with every piece in `style`.
    ///
    /// - Parameter style: the style, in place of those that the pieces have.
    public func styled(_ style: Style) -> Line {
        Line(spans.map { Span($0.text, style) })
    }

    /// Two lines, one after the other.
    ///
    /// - Parameters:
    ///   - one: the line at the left.
    ///   - other: the line that follows it at the right, without a space between them.
    public static func + (one: Line, other: Line) -> Line {
        Line(one.spans + other.spans)
    }
}

extension Line: ExpressibleByStringLiteral, ExpressibleByStringInterpolation {
    /// A line of plain text.
    public init(stringLiteral text: String) {
        self.init(text)
    }
}
