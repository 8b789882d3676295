/// What a person did at the keyboard.
public enum Key: Hashable, Sendable {
    /// A printable character.
    case character(Character)
    /// A letter typed with the Control key, in lower case; or one of the signs `\`, `]`, `^` and `_`, which most
    /// terminals send for Control-/ too.
    case control(Character)
    /// Text pasted into the terminal, line feeds and all.
    case paste(String)
    /// The arrow keys.
    case up, down, left, right
    /// The keys that move by a page or to an end.
    case home, end, pageUp, pageDown
    /// The keys of a form.
    case enter, escape, tab, backTab
    /// The keys that remove the character before or at the cursor.
    case backspace, delete
}
