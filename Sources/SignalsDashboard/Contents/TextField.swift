/// A line of text that is being typed, and the place in it where the next character goes.
public struct TextField: Hashable, Sendable {
    /// The text.
    public private(set) var text = ""
    /// The place of the cursor, in characters from the beginning.
    public private(set) var cursor = 0

    /// A field that holds `text`, with the cursor at its end.
    ///
    /// - Parameter text: the text to begin with; empty unless given.
    public init(_ text: String = "") {
        self.text = text
        cursor = text.count
    }

    /// Changes the text or moves the cursor. Line feeds in what is pasted become spaces.
    ///
    /// - Parameter input: typed or pasted text, which goes in at the cursor, or a key: the arrows to the left and
    ///   right, Home, End, Backspace with Alt or without, Delete, and the keys with Control by which shells edit a line
    ///   (A, B, D, E, F, K, U, W).
    /// - Returns: false for input that a text field does not handle.
    public mutating func take(_ input: Input) -> Bool {
        switch input {
        case .text(let typed): insert(typed)
        case .paste(let pasted): insert(pasted.split(whereSeparator: \.isNewline).joined(separator: " "))
        case .key(let key): return take(key)
        case .wheel, .click, .drag: return false
        }
        return true
    }

    /// Returns the text from the first character on that keeps the cursor within `columns`, and the cursor's column in
    /// it. The end of the text is not cut.
    ///
    /// - Parameter columns: the number of terminal columns, at least 1.
    /// - Returns: the text, with control characters replaced by visible stand-ins, and the column, from 0 to
    ///   `columns - 1`.
    public func window(columns: Int) -> (text: String, cursor: Int) {
        let before = text.prefix(cursor)
        var (start, width) = (before.endIndex, 0)
        for character in before.reversed() {
            guard width + character.displayWidth < max(columns, 1) else { break }
            width += character.displayWidth
            start = text.index(before: start)
        }
        return (text[start...].showingControlCharacters, width)
    }

    private mutating func take(_ key: Key) -> Bool {
        switch key {
        case .backspace: if cursor > 0 { remove(cursor - 1..<cursor) }
        case .delete, .control("d"): if cursor < text.count { remove(cursor..<cursor + 1) }
        case .control("u"): remove(0..<cursor)
        case .control("k"): remove(cursor..<text.count)
        case .control("w"), .alt(.backspace): remove(wordStart..<cursor)
        case .left, .control("b"): cursor = max(0, cursor - 1)
        case .right, .control("f"): cursor = min(text.count, cursor + 1)
        case .home, .control("a"): cursor = 0
        case .end, .control("e"): cursor = text.count
        default: return false
        }
        return true
    }

    private mutating func insert(_ inserted: String) {
        let before = text.prefix(cursor) + inserted
        let rest = text.dropFirst(cursor)
        text = String(before + rest)
        putCursor(after: before.utf8.count)
    }

    private mutating func remove(_ range: Range<Int>) {
        let start = text.index(text.startIndex, offsetBy: range.lowerBound)
        let length = text[..<start].utf8.count
        text.removeSubrange(start..<text.index(start, offsetBy: range.count))
        putCursor(after: length)
    }

    /// Puts the cursor after the first bytes of the text. Where those end inside a character, since a mark that joins
    /// the one before it was typed or came to stand there, it goes after that character.
    private mutating func putCursor(after bytes: Int) {
        var left = bytes
        cursor =
            text.prefix { character in
                defer { left -= character.utf8.count }
                return left > 0
            }.count
    }

    private var wordStart: Int {
        let before = text.prefix(cursor)
        let word = before.reversed().drop { $0 == " " }.drop { $0 != " " }
        return word.count
    }
}
