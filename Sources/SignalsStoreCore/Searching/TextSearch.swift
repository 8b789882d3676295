/// A search for words in texts.
///
/// ```swift
/// let request = FetchRequest<Note>(matching: "milk bre* \"corner shop\"")
/// let found = try context.fetch(request)
/// for note in found { print(request.textSearch?.snippet(of: note.body)?.marked("[", "]") ?? "") }
/// ```
/// A text is found if it has all words of the search, in any order. A word with a `*` after it matches the beginning of
/// a word. Words between quotation marks are a phrase, whose words must follow one another, and so are words that
/// anything but a space joins, such as `e-mail`. Capital letters, and the marks of Latin letters, make no difference:
/// `cafe` finds `Café`. Anything else, such as an operator of a database's own search, is a separator, so that any text
/// is a valid search. A search without any word finds nothing.
///
/// Words are runs of letters, numbers and marks, as in SQLite's FTS5. Text without spaces, such as Chinese, is one
/// word, of which the beginning can be found.
public struct TextSearch: Sendable, Hashable {
    /// Words that follow each other.
    struct Phrase: Sendable, Hashable {
        var words: [String]
        /// True if the last one is the beginning of a word.
        var isPrefix = false
    }

    /// The search as it was written.
    public let text: String
    /// True if the last word matches the beginning of a word.
    public let isBeingTyped: Bool
    let phrases: [Phrase]

    /// A search.
    ///
    /// - Parameters:
    ///   - text: the text to search for.
    ///   - isBeingTyped: true to match the last word with the beginning of a word, as for a list that is narrowed while
    ///     a person types.
    public init(_ text: String, isBeingTyped: Bool = false) {
        self.text = text
        self.isBeingTyped = isBeingTyped
        var phrases = Self.phrases(of: NormalForm.composed(text))
        let endsInWord = text.unicodeScalars.last.map { !$0.properties.isWhitespace && !Self.isMark($0) } ?? false
        if isBeingTyped, endsInWord, !phrases.isEmpty { phrases[phrases.count - 1].isPrefix = true }
        var known: Set<Phrase> = []
        self.phrases = phrases.filter { known.insert($0).inserted }
    }

    /// True if there is no word in it, so that it finds nothing.
    public var isEmpty: Bool { phrases.isEmpty }

    /// Returns true if the texts together have all words and phrases of the search.
    ///
    /// - Parameter texts: the texts, each of which has its own phrases.
    public func matches(_ texts: String...) -> Bool { matches(texts) }

    package func matches(_ texts: [String]) -> Bool {
        if isEmpty { return false }
        let texts = texts.map { SoughtWords(SearchWords.words(of: NormalForm.composed($0)), phrases.count) }
        return phrases.allSatisfy { phrase in texts.contains { $0.contains(phrase) } }
    }

    /// Returns the score by which results are ordered: more occurrences of the words score higher, and a short text
    /// scores higher than a long one.
    ///
    /// It is the function BM25 with the same weight for each word, since a text that is found has all of them, and a
    /// usual length of 32 words. So it depends on the texts only, and not on what else is in the store.
    ///
    /// - Parameter texts: the texts of one object.
    /// - Returns: 0 if the texts have no word of the search; less than 2.2 for each word or phrase and text.
    public func relevance(of texts: String...) -> Double { relevance(of: texts) }

    package func relevance(of texts: [String]) -> Double {
        var relevance = 0.0
        for text in texts {
            let words = SoughtWords(SearchWords.words(of: NormalForm.composed(text)), phrases.count)
            let length = 1.2 * (0.25 + 0.75 * Double(words.count) / 32)
            for phrase in phrases {
                let count = Double(words.offsets(of: phrase).count)
                relevance += count * 2.2 / (count + length)
            }
        }
        return relevance
    }

    // The phrases of the search, between quotation marks or spaces.
    private static func phrases(of text: String) -> [Phrase] {
        var phrases: [Phrase] = []
        var part = ""
        var isQuoted = false
        func finish(isPrefix: Bool) {
            let words = SearchWords.words(of: part).filter { !$0.isEmpty }
            if !words.isEmpty { phrases.append(Phrase(words: words, isPrefix: isPrefix)) }
            part = ""
        }
        var isClosed = false
        for scalar in text.unicodeScalars {
            let wasClosed = isClosed
            isClosed = false
            if isMark(scalar) {
                finish(isPrefix: false)
                isClosed = isQuoted
                isQuoted.toggle()
            } else if isQuoted {
                part.unicodeScalars.append(scalar)
            } else if scalar == "*" {
                // After a closed phrase as well.
                if wasClosed, !phrases.isEmpty { phrases[phrases.count - 1].isPrefix = true }
                finish(isPrefix: true)
            } else if scalar.properties.isWhitespace {
                finish(isPrefix: false)
            } else {
                part.unicodeScalars.append(scalar)
            }
        }
        finish(isPrefix: false)
        return phrases
    }

    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        ["\"", "\u{201C}", "\u{201D}", "\u{201E}", "\u{AB}", "\u{BB}"].contains(scalar)
    }
}
