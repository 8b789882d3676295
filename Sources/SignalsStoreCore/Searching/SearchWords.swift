import Foundation

/// The words of a text, as a search compares them: in small letters, and Latin letters without their marks.
///
/// They are those of SQLite's tokenizer `unicode61` with `remove_diacritics 2` and marks among the characters of words,
/// which keeps the index in a file. It uses Unicode 6.1: newer characters count as letters, and have no lowercase form.
package struct SearchWords {
    /// SQLite's tokenizer with these words.
    package static let tokenizer = "unicode61 remove_diacritics 2 categories 'L* N* Co M*'"

    /// A word, and where in the text it is.
    struct Occurrence {
        let word: String
        let range: Range<String.Index>
    }

    /// The words of a text, in their order.
    static func words(of text: String) -> [String] { occurrences(in: text).map(\.word) }

    /// The words of a text with their offsets, in their order.
    static func occurrences(in text: String) -> [Occurrence] {
        var found: [Occurrence] = []
        var word = String.UnicodeScalarView()
        var start: String.Index?
        for index in text.unicodeScalars.indices {
            switch part(text.unicodeScalars[index]) {
            case .separator:
                if let begin = start { found.append(Occurrence(word: String(word), range: begin..<index)) }
                start = nil
                word = String.UnicodeScalarView()
            case .silent: start = start ?? index
            case .letter(let letter):
                start = start ?? index
                word.append(letter)
            }
        }
        if let start { found.append(Occurrence(word: String(word), range: start..<text.endIndex)) }
        return found
    }

    /// The part that a scalar has in words.
    private enum Part {
        case separator
        /// One that is left out: a mark of Latin letters.
        case silent
        /// One in its small form, and without marks where it is Latin.
        case letter(Unicode.Scalar)
    }

    private static func part(_ scalar: Unicode.Scalar) -> Part {
        scalar.value < 0x2000 ? frequent[Int(scalar.value)] : classified(scalar)
    }

    /// The parts of the scalars below U+2000, of which most texts are.
    private static let frequent: [Part] = (0..<0x2000).map { Unicode.Scalar($0).map(classified) ?? .separator }

    private static func classified(_ scalar: Unicode.Scalar) -> Part {
        // SQLite reads these two as U+FFFD.
        if scalar.value == 0xFFFE || scalar.value == 0xFFFF { return .separator }
        if isUnknown(scalar) { return .letter(scalar) }
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
            .letterNumber, .otherNumber, .privateUse, .nonspacingMark, .spacingMark, .enclosingMark:
            return isLatinMark(scalar) ? .silent : .letter(folded(scalar))
        default: return .separator
        }
    }

    /// True for what Unicode 6.1 has no character for.
    private static func isUnknown(_ scalar: Unicode.Scalar) -> Bool {
        guard let age = scalar.properties.age, scalar.properties.generalCategory != .unassigned else { return true }
        return age.major > 6 || (age.major == 6 && age.minor > 1)
    }

    private static func folded(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        if isOfLaterPairs(scalar) { return scalar }
        if let other = otherForms[scalar] { return other }
        let small = String(scalar).lowercased().unicodeScalars
        guard let letter = small.first else { return scalar }
        return base(of: letter) ?? letter
    }

    /// The Latin letter of one with marks; nil for any other.
    private static func base(of letter: Unicode.Scalar) -> Unicode.Scalar? {
        let parts = String(letter).decomposedStringWithCanonicalMapping.unicodeScalars
        guard let first = parts.first, first.isASCII, parts.dropFirst().allSatisfy(isMark) else { return nil }
        return first
    }

    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.generalCategory == .nonspacingMark
    }

    /// True for a mark of Latin letters, by which words do not differ.
    private static func isLatinMark(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x300...0x304, 0x306...0x30C, 0x30F, 0x311, 0x31B, 0x323...0x328, 0x32D, 0x32E, 0x330, 0x331: true
        default: false
        }
    }

    /// True for Cherokee letters, which got small forms later.
    private static func isOfLaterPairs(_ scalar: Unicode.Scalar) -> Bool { (0x13A0...0x13F4).contains(scalar.value) }

    /// The letters that are folded to another than their small form, and the two that keep their marks.
    private static let otherForms: [Unicode.Scalar: Unicode.Scalar] = [
        "\u{B5}": "\u{3BC}", "\u{17F}": "s", "\u{1E9B}": "s", "\u{1E0}": "\u{1E1}", "\u{1E1}": "\u{1E1}",
        "\u{345}": "\u{3B9}", "\u{1FBE}": "\u{3B9}", "\u{3C2}": "\u{3C3}", "\u{3D0}": "\u{3B2}",
        "\u{3D1}": "\u{3B8}", "\u{3D5}": "\u{3C6}", "\u{3D6}": "\u{3C0}", "\u{3F0}": "\u{3BA}",
        "\u{3F1}": "\u{3C1}", "\u{3F5}": "\u{3B5}",
    ]
}
