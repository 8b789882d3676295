extension StringProtocol {
    /// The number of terminal columns this text takes: 2 for wide characters and emoji, 0 for combining characters, and
    /// 1 for a control character, since one stand-in is shown for it.
    public var displayWidth: Int {
        utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F } ? utf8.count : reduce(0) { $0 + $1.displayWidth }
    }
}

extension Character {
    /// The number of terminal columns this character takes: 0, 1 or 2.
    var displayWidth: Int {
        let scalars = unicodeScalars
        if let first = scalars.first, scalars.count == 1 { return first.displayWidth }
        if scalars.contains(where: \.isDrawnAsEmoji) { return 2 }
        // Letters that stand in one cell, as those of Hangul and of scripts whose vowels join: two columns at most.
        return min(scalars.reduce(0) { $0 + $1.displayWidth }, 2)
    }
}

extension Unicode.Scalar {
    /// True if a cluster with this scalar is one emoji, whatever else it is made of.
    fileprivate var isDrawnAsEmoji: Bool {
        value == 0xFE0F || (value > 0x2000 && properties.isEmojiPresentation)
    }

    /// The number of terminal columns of this scalar alone, as `wcwidth` has it, or of its stand-in.
    var displayWidth: Int {
        if value < 0x7F || isHarmful { return 1 }
        if isCombining { return 0 }
        return WideCharacters.contains(self) || isDrawnAsEmoji ? 2 : 1
    }

    private var isCombining: Bool {
        switch properties.generalCategory {
        case .nonspacingMark, .enclosingMark: true
        case .format: value != 0xAD
        default: (0x1160...0x11FF).contains(value) || (0xD7B0...0xD7FF).contains(value)
        }
    }
}
