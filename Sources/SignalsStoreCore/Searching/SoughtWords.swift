/// The words of a text, among which phrases are sought.
struct SoughtWords {
    private let words: [String]
    /// The places of each word; nil where few phrases are sought, for which a look at each word costs less.
    private let places: [String: [Int]]?

    /// - Parameter phraseCount: the number of phrases that are going to be sought.
    init(_ words: [String], _ phraseCount: Int) {
        self.words = words
        places = phraseCount > 8 ? Dictionary(grouping: words.indices) { words[$0] } : nil
    }

    var count: Int { words.count }

    /// True if a phrase is anywhere among the words.
    func hasPlace(of phrase: TextSearch.Phrase) -> Bool {
        candidates(phrase)?.contains { isAt($0, phrase) } ?? words.indices.contains { isAt($0, phrase) }
    }

    /// The indexes of the first words of a phrase, which may overlap.
    func places(of phrase: TextSearch.Phrase) -> [Int] {
        candidates(phrase)?.filter { isAt($0, phrase) } ?? words.indices.filter { isAt($0, phrase) }
    }

    /// The places where a phrase can begin; nil for any.
    private func candidates(_ phrase: TextSearch.Phrase) -> [Int]? {
        if phrase.isPrefix && phrase.words.count == 1 { return nil }
        return places.map { $0[phrase.words[0]] ?? [] }
    }

    private func isAt(_ place: Int, _ phrase: TextSearch.Phrase) -> Bool {
        guard place + phrase.words.count <= words.count else { return false }
        for (offset, sought) in phrase.words.enumerated() {
            let word = words[place + offset].utf8
            let isBeginning = phrase.isPrefix && offset == phrase.words.count - 1
            guard word.starts(with: sought.utf8), isBeginning || word.count == sought.utf8.count else { return false }
        }
        return true
    }
}
