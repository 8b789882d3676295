/// The meaning of the control sequences that a terminal sends (`ESC [ … final` and `ESC O final`).
struct KeySequence {
    private let final: UInt8
    /// The character before the numbers: `<` of the mouse, `?` of an answer.
    private let prefix: UInt8?
    /// The numbers, each with its sub-numbers, from 0 to `most`; those that were left out are 0.
    private let numbers: [[Int]]
    /// One more than the greatest Unicode scalar. Larger numbers are replaced by it, which is not a character, and
    /// further than any cell: what follows can compute with them.
    private static let most = 0x11_0000

    /// Returns the message of a sequence, or nil for one that says nothing to a dashboard.
    static func message(final: UInt8, parameters: [UInt8]) -> TerminalMessage? {
        KeySequence(final: final, parameters: parameters).message
    }

    private init(final: UInt8, parameters: [UInt8]) {
        self.final = final
        prefix = parameters.first.flatMap { (0x3C...0x3F).contains($0) ? $0 : nil }
        let text = String(decoding: parameters.drop { (0x3C...0x3F).contains($0) }, as: UTF8.self)
        numbers = text.split(separator: ";", omittingEmptySubsequences: false).map { part in
            part.split(separator: ":", omittingEmptySubsequences: false).map { digits in
                let digits = digits.prefix { $0.isASCII && $0.isNumber }
                return digits.isEmpty ? 0 : min(Int(digits) ?? Self.most, Self.most)
            }
        }
    }

    private var message: TerminalMessage? {
        switch prefix {
        case nil: return isRelease ? nil : key.map { .key($0) }
        case UInt8(ascii: "<"): return mouse
        case UInt8(ascii: "?"):
            let isAnswer = final == UInt8(ascii: "y") && number(0) == 2026
            return isAnswer && (1...2).contains(number(1)) ? .canSynchronise : nil
        default: return nil
        }
    }

    private func number(_ place: Int) -> Int { numbers.indices.contains(place) ? numbers[place].first ?? 0 : 0 }

    /// The modifiers of the second number: one more than the sum of their bits.
    private var modifiers: Key.Modifiers { Self.modifiers(number(1)) }

    private static func modifiers(_ number: Int) -> Key.Modifiers {
        Key.Modifiers(rawValue: (number > 0 ? number - 1 : 0) & 7)
    }

    /// True if the kitty protocol says that the key was let go of.
    private var isRelease: Bool { numbers.count > 1 && numbers[1].count > 1 && numbers[1][1] == 3 }

    private var key: Key? {
        switch Character(Unicode.Scalar(final)) {
        case "A": Key(.up, modifiers)
        case "B": Key(.down, modifiers)
        case "C": Key(.right, modifiers)
        case "D": Key(.left, modifiers)
        case "H": Key(.home, modifiers)
        case "F": Key(.end, modifiers)
        case "M": Key(.enter, modifiers)
        case "P": Key(.function(1), modifiers)
        case "Q": Key(.function(2), modifiers)
        case "R": Key(.function(3), modifiers)
        case "S": Key(.function(4), modifiers)
        case "Z": .backTab
        case "u": Self.key(ofCode: number(0), modifiers)
        case "~" where number(0) == 27: Self.key(ofCode: number(2), modifiers)
        case "~": Self.numbered(number(0)).map { Key($0, modifiers) }
        default: nil
        }
    }

    private static func numbered(_ number: Int) -> Key.Code? {
        switch number {
        case 1, 7: .home
        case 2: .insert
        case 3: .delete
        case 4, 8: .end
        case 5: .pageUp
        case 6: .pageDown
        case 11...15: .function(number - 10)
        case 17...21: .function(number - 11)
        case 23...26: .function(number - 12)
        default: nil
        }
    }

    /// Returns the key that the kitty protocol and xterm's modified keys give as the number of a character.
    private static func key(ofCode code: Int, _ modifiers: Key.Modifiers) -> Key? {
        let keypad: [Key.Code] = [
            .left, .right, .up, .down, .pageUp, .pageDown, .home, .end, .insert, .delete,
        ]
        switch code {
        case 9: return Key(.tab, modifiers)
        case 13, 57_414: return Key(.enter, modifiers)
        case 27: return Key(.escape, modifiers)
        case 8, 127: return Key(.backspace, modifiers)
        case 57_399...57_408: return Key(.character(Character(Unicode.Scalar(UInt8(code - 57_399 + 48)))), modifiers)
        case 57_417...57_426: return Key(keypad[code - 57_417], modifiers)
        case 57_344...63_743, ..<32: return nil
        default: return UInt32(exactly: code).flatMap(Unicode.Scalar.init).map { key(of: Character($0), modifiers) }
        }
    }

    private static func key(of character: Character, _ modifiers: Key.Modifiers) -> Key {
        if modifiers.contains(.control) { return .control(Key(.character(character), modifiers)) }
        guard modifiers.contains(.shift) else { return Key(.character(character), modifiers) }
        return Key(.character(character.uppercased().first ?? character), modifiers.subtracting(.shift))
    }

    /// A button of the mouse that goes down or is held, or its wheel.
    private var mouse: TerminalMessage? {
        guard numbers.count == 3, final == UInt8(ascii: "M"), number(1) > 0, number(2) > 0 else { return nil }
        let (column, row) = (number(1) - 1, number(2) - 1)
        switch number(0) & ~28 {
        case 0: return .click(column: column, row: row)
        case 32: return .drag(column: column, row: row)
        case 64: return .wheel(-3, column: column, row: row)
        case 65: return .wheel(3, column: column, row: row)
        default: return nil
        }
    }
}
