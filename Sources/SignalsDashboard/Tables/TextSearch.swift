/// Looks for a text in others, capitals or not.
struct TextSearch {
    private let words: String
    private let bytes: [UInt8]
    private let isASCII: Bool

    /// A search for `words`; an empty one finds everything.
    init(_ words: String) {
        self.words = words.lowercased()
        bytes = Array(self.words.utf8)
        isASCII = bytes.allSatisfy { $0 < 0x80 }
    }

    /// True if `text` has the words in it.
    func isFound(in text: String) -> Bool {
        guard isASCII else { return text.lowercased().contains(words) }
        var text = text
        let found = text.withUTF8 { Self.find(bytes, in: $0) }
        return found ?? text.lowercased().contains(words)
    }

    /// True if the lower-case ASCII `bytes` are in `text`; nil if that is not all ASCII, where capitals are another matter.
    private static func find(_ bytes: [UInt8], in text: UnsafeBufferPointer<UInt8>) -> Bool? {
        guard text.allSatisfy({ $0 < 0x80 }) else { return nil }
        guard let first = bytes.first else { return true }
        guard text.count >= bytes.count else { return false }
        for start in 0...text.count - bytes.count where lowered(text[start]) == first {
            if bytes.indices.allSatisfy({ lowered(text[start + $0]) == bytes[$0] }) { return true }
        }
        return false
    }

    private static func lowered(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte | 0x20 : byte }
}
