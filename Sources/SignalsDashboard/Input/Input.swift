/// An input by a person, as a content receives it, before the key commands are looked up.
public enum Input: Hashable, Sendable {
    /// Text was typed.
    case text(String)
    /// Text was pasted, line feeds and all.
    case paste(String)
    /// A key that types no text, while the content takes text.
    case key(Key)
    /// The mouse wheel was turned by a number of rows, which is positive downwards.
    case wheel(Int)
    /// A cell of the content was clicked, both from 0.
    case click(column: Int, row: Int)
    /// The mouse was moved to a cell, both from 0, with the button down that clicked the content; the cell may be outside.
    case drag(column: Int, row: Int)
}

extension Input {
    /// The input that a key types: its character, or else the key itself.
    ///
    /// - Parameter key: the key that was pressed; with Control or Alt it types no character.
    public init(_ key: Key) {
        self = key.character.map { .text(String($0)) } ?? .key(key)
    }
}
