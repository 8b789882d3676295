import Foundation

/// A search for words in texts: each in any of them, with or without capitals and accents.
struct TextSearch {
    private let words: [[UInt8]]

    /// A search for the words of a text; without any it finds everything.
    init(_ text: String) {
        words = text.searched.split(whereSeparator: \.isWhitespace).map { Array($0.utf8) }
    }

    /// Returns true if all that this search finds another one finds too.
    func isNarrower(than other: TextSearch) -> Bool {
        other.words.allSatisfy { word in
            words.contains { longer in longer.withUnsafeBufferPointer { Self.find(word, in: $0) } == true }
        }
    }

    /// Returns true if each word is in one of some texts.
    ///
    /// - Parameters:
    ///   - count: the number of texts.
    ///   - text: makes a text, which is done for no more than it takes.
    func isFound(in count: Int, _ text: (Int) -> String) -> Bool {
        if words.isEmpty { return true }
        if words.count == 1 { return (0..<count).contains { Self.isFound(words[0], in: text($0)) } }
        var missing = words
        for number in 0..<count {
            let text = text(number)
            missing.removeAll { Self.isFound($0, in: text) }
            if missing.isEmpty { return true }
        }
        return false
    }

    private static func isFound(_ word: [UInt8], in text: String) -> Bool {
        var text = text
        if let found = text.withUTF8({ find(word, in: $0) }) { return found }
        text = text.searched
        return text.withUTF8 { find(word, in: $0, isSearched: true) } ?? false
    }

    /// Returns true if a word is in a text; nil if that is not all ASCII, where capitals and accents are another
    /// matter.
    ///
    /// - Parameter isSearched: true if the text is without capitals and accents.
    private static func find(
        _ word: [UInt8], in text: UnsafeBufferPointer<UInt8>, isSearched: Bool = false
    ) -> Bool? {
        guard isSearched || text.allSatisfy({ $0 < 0x80 }) else { return nil }
        guard let first = word.first else { return true }
        guard text.count >= word.count else { return false }
        for start in 0...text.count - word.count where lowered(text[start]) == first {
            if word.indices.allSatisfy({ lowered(text[start + $0]) == word[$0] }) { return true }
        }
        return false
    }

    private static func lowered(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte | 0x20 : byte }
}

extension String {
    /// The text without capitals and accents.
    var searched: String {
        folding(options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
    }
}
