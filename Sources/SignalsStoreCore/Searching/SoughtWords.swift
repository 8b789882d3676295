/// The words of a text, among which phrases are sought.
struct SoughtWords {
    private let words: [String]
    /// The offsets of each word; nil where few phrases are sought, for which a look at each word costs less.
    private let offsets: [String: [Int]]?

    /// - Parameter phraseCount: the number of phrases that are going to be sought.
    init(_ words: [String], _ phraseCount: Int) {
        self.words = words
        offsets = phraseCount > 8 ? Dictionary(grouping: words.indices) { words[$0] } : nil
    }

    var count: Int { words.count }

    /// True if a phrase is anywhere among the words.
    func contains(_ phrase: TextSearch.Phrase) -> Bool {
        candidates(phrase)?.contains { isAt($0, phrase) } ?? words.indices.contains { isAt($0, phrase) }
    }

    /// The indexes of the first words of a phrase, which may overlap.
    func offsets(of phrase: TextSearch.Phrase) -> [Int] {
        candidates(phrase)?.filter { isAt($0, phrase) } ?? words.indices.filter { isAt($0, phrase) }
    }

    /// The offsets where a phrase can begin; nil for any.
    private func candidates(_ phrase: TextSearch.Phrase) -> [Int]? {
        if phrase.isPrefix && phrase.words.count == 1 { return nil }
        return offsets.map { $0[phrase.words[0]] ?? [] }
    }

    private func isAt(_ start: Int, _ phrase: TextSearch.Phrase) -> Bool {
        guard start + phrase.words.count <= words.count else { return false }
        for (offset, sought) in phrase.words.enumerated() {
            let word = words[start + offset].utf8
            let isBeginning = phrase.isPrefix && offset == phrase.words.count - 1
            guard word.starts(with: sought.utf8), isBeginning || word.count == sought.utf8.count else { return false }
        }
        return true
    }
}
