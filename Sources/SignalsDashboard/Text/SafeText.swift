extension StringProtocol {
    /// This text with every control character replaced by a visible stand-in, so that none reaches a terminal.
    ///
    /// Escape shows as `␛`, a tab as `␉`, a line feed as `␊`; the invisible marks that reverse the direction of text
    /// and the C1 controls show as `�`.
    public var showingControlCharacters: String {
        guard unicodeScalars.contains(where: \.isHarmful) else { return String(self) }
        var shown = String.UnicodeScalarView()
        for scalar in unicodeScalars { shown.append(scalar.isHarmful ? scalar.standIn : scalar) }
        return String(shown)
    }

    /// Returns this text cut to at most `columns` terminal columns, with `…` where something is missing.
    ///
    /// A wide character that would stand half outside is left out whole.
    ///
    /// - Parameter columns: the largest width, in terminal columns; 0 or less leaves no visible text.
    public func truncated(toWidth columns: Int) -> String {
        guard displayWidth > columns else { return String(self) }
        guard columns > 0 else { return "" }
        return prefix(fitting: columns - 1) + "…"
    }

    /// Returns the longest beginning of this text that takes at most `columns` terminal columns.
    func prefix(fitting columns: Int) -> String {
        var left = columns
        return String(
            prefix { character in
                left -= character.displayWidth
                return left >= 0
            })
    }
}

extension Unicode.Scalar {
    /// True if it never reaches a terminal: a stand-in is shown for it.
    var isHarmful: Bool {
        switch value {
        case 0..<0x20, 0x7F...0x9F, 0x2028...0x202E, 0x2066...0x2069, 0x200E...0x200F, 0x061C: true
        default: false
        }
    }

    fileprivate var standIn: Unicode.Scalar {
        switch value {
        case 0..<0x20: Unicode.Scalar(0x2400 + value) ?? "\u{FFFD}"
        case 0x7F: "\u{2421}"
        default: "\u{FFFD}"
        }
    }
}
