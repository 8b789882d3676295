/// A part of a text that was found, with the ranges of the matches.
public struct TextSnippet: Sendable, Hashable {
    /// The part, with an ellipsis where the text goes on.
    public let text: String
    /// The ranges of the matching words in ``text``, in their order.
    public let matches: [Range<String.Index>]

    /// Returns the text with marks around the matches.
    ///
    /// - Parameters:
    ///   - opening: the text before each.
    ///   - closing: the text after each.
    public func marked(_ opening: String, _ closing: String) -> String {
        var marked = ""
        var end = text.startIndex
        for match in matches {
            marked += text[end..<match.lowerBound] + opening + text[match] + closing
            end = match.upperBound
        }
        return marked + text[end...]
    }
}

extension TextSearch {
    /// Returns the part of a text with the most matches.
    ///
    /// - Parameters:
    ///   - text: a text of an object that was found.
    ///   - wordLimit: the greatest number of words in the part; at least 1.
    /// - Returns: nil if the text has no match, since other texts of the object have the words.
    public func snippet(of text: String, wordLimit: Int = 16) -> TextSnippet? {
        let text = NormalForm.composed(text)
        let occurrences = SearchWords.occurrences(in: text)
        let words = SoughtWords(occurrences.map(\.word), phrases.count)
        var isSought = [Bool](repeating: false, count: words.count)
        for phrase in phrases {
            for start in words.offsets(of: phrase) {
                for offset in phrase.words.indices { isSought[start + offset] = true }
            }
        }
        guard let part = Self.part(of: isSought, wordLimit: max(1, wordLimit)) else { return nil }
        let start = part.lowerBound == 0 ? text.startIndex : occurrences[part.lowerBound].range.lowerBound
        let end =
            part.upperBound == words.count ? text.endIndex : occurrences[part.upperBound - 1].range.upperBound
        var snippet = start == text.startIndex ? "" : "…"
        var matches: [Range<Int>] = []
        var last = start
        for index in part where isSought[index] {
            let range = occurrences[index].range
            snippet += text[last..<range.lowerBound]
            let lower = snippet.utf8.count
            snippet += text[range]
            matches.append(lower..<snippet.utf8.count)
            last = range.upperBound
        }
        snippet += text[last..<end] + (end == text.endIndex ? "" : "…")
        let index = { snippet.utf8.index(snippet.startIndex, offsetBy: $0) }
        return TextSnippet(text: snippet, matches: matches.map { index($0.lowerBound)..<index($0.upperBound) })
    }

    /// The words with the most that are sought, with as many before them as after.
    private static func part(of isSought: [Bool], wordLimit: Int) -> Range<Int>? {
        guard isSought.contains(true) else { return nil }
        if isSought.count <= wordLimit { return 0..<isSought.count }
        var count = isSought.prefix(wordLimit).count { $0 }
        var (best, start) = (count, 0)
        for first in 1...(isSought.count - wordLimit) {
            count += (isSought[first + wordLimit - 1] ? 1 : 0) - (isSought[first - 1] ? 1 : 0)
            if count > best { (best, start) = (count, first) }
        }
        let found = (start..<start + wordLimit).filter { isSought[$0] }
        guard let first = found.first, let last = found.last else { return nil }
        let middle = first - (wordLimit - (last - first + 1)) / 2
        let begin = min(max(0, middle), isSought.count - wordLimit)
        return begin..<begin + wordLimit
    }
}
