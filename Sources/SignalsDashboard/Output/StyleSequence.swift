/// Styled text as a terminal understands it (ECMA-48's Select Graphic Rendition).
enum StyleSequence {
    /// The text of `span` between the codes that set its style and the one that ends it.
    static func text(of span: Span, usesColor: Bool) -> String {
        let codes = codes(for: span.style, usesColor: usesColor)
        guard !codes.isEmpty, !span.text.isEmpty else { return span.text }
        return "\u{1B}[" + codes.joined(separator: ";") + "m" + span.text + "\u{1B}[0m"
    }

    private static func codes(for style: Style, usesColor: Bool) -> [String] {
        var codes: [String] = []
        if style.isBold { codes.append("1") }
        if style.isDim { codes.append("2") }
        if style.isUnderlined { codes.append("4") }
        if style.isReversed { codes.append("7") }
        if usesColor, let color = style.color { codes.append(String(30 + color.rawValue)) }
        return codes
    }
}
