/// A word of a todo.txt line and where it stands.
struct TodoWord: Hashable, Sendable {
    /// A `key:value` pair.
    struct Tag: Hashable, Sendable {
        let key: Substring
        let value: Substring
    }

    let text: Substring

    /// The place of the word in its line.
    var range: Range<String.Index> { text.startIndex..<text.endIndex }

    /// True if the word names a project: `+garden`.
    var isProject: Bool { text.count > 1 && text.first == "+" }

    /// True if the word names a context: `@home`.
    var isContext: Bool { text.count > 1 && text.first == "@" }

    /// The pair that the word is, if it is one: a key of letters, digits, `-` and `_` that begins with a letter, and a
    /// value. A time (`12:30`) and an address (`https://…`) are plain words.
    var tag: Tag? {
        guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
        let tag = Tag(key: text[..<colon], value: text[text.utf8.index(after: colon)...])
        guard tag.key.first?.isLetter == true, !tag.value.isEmpty, !tag.value.hasPrefix("//"),
            tag.key.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" })
        else { return nil }
        return tag
    }

    /// The words of `text`, which spaces and tabs separate.
    static func words(of text: String) -> [TodoWord] {
        text.utf8.split(whereSeparator: { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") })
            .map { TodoWord(text: Substring($0)) }
    }
}
