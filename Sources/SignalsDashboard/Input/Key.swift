/// A key, with the modifiers that were held.
///
/// A literal is a printable character: `"a"`. Capitals are characters of their own.
public struct Key: Hashable, Sendable, ExpressibleByExtendedGraphemeClusterLiteral {
    enum Code: Hashable, Sendable {
        case character(Character)
        case function(Int)
        case up, down, left, right, home, end, pageUp, pageDown, insert, delete, backspace, enter, escape, tab
    }

    struct Modifiers: OptionSet, Hashable, Sendable {
        let rawValue: Int
        static let shift = Modifiers(rawValue: 1)
        static let alt = Modifiers(rawValue: 2)
        static let control = Modifiers(rawValue: 4)
    }

    let code: Code
    let modifiers: Modifiers

    init(_ code: Code, _ modifiers: Modifiers = []) {
        self.code = code
        self.modifiers = modifiers
    }

    /// The key of a printable character.
    public init(extendedGraphemeClusterLiteral character: Character) {
        self.init(.character(character))
    }

    /// Returns the key of a printable character.
    ///
    /// - Parameter character: the character as it is typed: `"A"` for Shift with `"a"`.
    public static func character(_ character: Character) -> Key { Key(.character(character)) }

    /// Returns a function key, from 1 on.
    ///
    /// - Parameter number: the number on the key. Those up to 14 are recognised in what a terminal sends.
    public static func function(_ number: Int) -> Key { Key(.function(number)) }

    /// Returns a key typed with Control. Of a letter, the lower case counts.
    ///
    /// - Parameter key: the other key; the modifiers that it has already are kept.
    public static func control(_ key: Key) -> Key {
        guard case .character(let character) = key.code else { return key.adding(.control) }
        return Key(.character(character.lowercased().first ?? character), key.modifiers.union(.control))
    }

    /// Returns a key typed with Alt.
    ///
    /// - Parameter key: the other key; the modifiers that it has already are kept.
    public static func alt(_ key: Key) -> Key { key.adding(.alt) }

    /// Returns a key typed with Shift. The shifted form of a character is a character: `"A"`, and not Shift with `"a"`.
    ///
    /// - Parameter key: the other key; the modifiers that it has already are kept.
    public static func shift(_ key: Key) -> Key { key.adding(.shift) }

    /// The arrow up.
    public static let up = Key(.up)
    /// The arrow down.
    public static let down = Key(.down)
    /// The arrow to the left.
    public static let left = Key(.left)
    /// The arrow to the right.
    public static let right = Key(.right)
    /// The key that goes to the beginning.
    public static let home = Key(.home)
    /// The key that goes to the end.
    public static let end = Key(.end)
    /// The key that goes a page up.
    public static let pageUp = Key(.pageUp)
    /// The key that goes a page down.
    public static let pageDown = Key(.pageDown)
    /// The Insert key.
    public static let insert = Key(.insert)
    /// The key that removes the character at the cursor.
    public static let delete = Key(.delete)
    /// The key that removes the character before the cursor.
    public static let backspace = Key(.backspace)
    /// The Enter key.
    public static let enter = Key(.enter)
    /// The Escape key.
    public static let escape = Key(.escape)
    /// The Tab key.
    public static let tab = Key(.tab)
    /// Tab with Shift.
    public static let backTab = Key(.tab, .shift)
    /// The space bar.
    public static let space: Key = " "

    /// The character that the key types; nil for other keys, and with Control or Alt.
    public var character: Character? {
        guard case .character(let character) = code, modifiers.isSubset(of: .shift) else { return nil }
        return character
    }

    private func adding(_ modifier: Modifiers) -> Key { Key(code, modifiers.union(modifier)) }
}

extension Key: CustomStringConvertible {
    /// The key as hints and help name it: `a`, `^U`, `Alt-x`, `Shift-Tab`, `F5`, `Space`.
    public var description: String {
        var name = code.name
        if modifiers.contains(.control) {
            if case .character(let character) = code, character != " " {
                name = "^" + character.uppercased()
            } else {
                name = "Ctrl-" + name
            }
        }
        if modifiers.contains(.shift) { name = "Shift-" + name }
        if modifiers.contains(.alt) { name = "Alt-" + name }
        return name
    }
}

extension Key.Code {
    fileprivate var name: String {
        switch self {
        case .character(" "): "Space"
        case .character(let character): String(character)
        case .function(let number): "F\(number)"
        case .up: "↑"
        case .down: "↓"
        case .left: "←"
        case .right: "→"
        case .home: "Home"
        case .end: "End"
        case .pageUp: "PgUp"
        case .pageDown: "PgDn"
        case .insert: "Ins"
        case .delete: "Del"
        case .backspace: "Bksp"
        case .enter: "Enter"
        case .escape: "Esc"
        case .tab: "Tab"
        }
    }
}
