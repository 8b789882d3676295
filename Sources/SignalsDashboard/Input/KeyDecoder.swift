/// The decoder of the bytes that a terminal sends, into messages, however they are split between two reads.
///
/// A lone Escape and the beginning of an escape sequence look alike: the decoder waits (`isUndecided`), and the reader
/// calls `flush()` when nothing has followed for a moment.
struct KeyDecoder {
    private enum State {
        case ground
        /// Inside a character of several UTF-8 bytes, of which so many are still to come.
        case character([UInt8], missing: Int)
        /// After Escape.
        case escape
        /// After `ESC O`, which some terminals send before the letter of an arrow key.
        case singleShift
        /// After `ESC [`, with the parameters so far.
        case sequence([UInt8])
        /// After `ESC ]` and the like, with the text of the terminal's answer so far.
        case answer(UInt8, [UInt8])
        /// Inside a bracketed paste.
        case paste
    }

    private static let pasteEnd = Array("\u{1B}[201~".utf8)
    private static let longestSequence = 64
    /// The longest paste; a longer one is cut, so that a paste without an end does not fill the memory.
    private static let longestPaste = 1 << 20

    private var state = State.ground
    /// The bytes of the paste so far. Beside the state, so that appending to them does not copy them.
    private var pasted: [UInt8] = []
    /// True after Escape, until the key is complete that was typed with Alt.
    private var hasAlt = false

    /// True if an Escape has come whose meaning depends on what follows.
    var isUndecided: Bool {
        switch state {
        case .escape, .singleShift, .answer(_, []): true
        default: false
        }
    }

    /// Decodes `bytes` and returns the messages that are complete.
    mutating func decode(_ bytes: some Sequence<UInt8>) -> [TerminalMessage] {
        bytes.flatMap { decode($0) }
    }

    /// Ends the wait for what follows an Escape: it was the Escape key, or a character typed with Alt.
    mutating func flush() -> [TerminalMessage] {
        defer { if isUndecided { (state, hasAlt) = (.ground, false) } }
        switch state {
        case .escape: return [.key(.escape)]
        case .singleShift: return [.key(.alt("O"))]
        case .answer(let byte, []): return [.key(.alt(.character(Character(Unicode.Scalar(byte)))))]
        default: return []
        }
    }

    private mutating func decode(_ byte: UInt8) -> [TerminalMessage] {
        switch state {
        case .ground: return start(byte)
        case .character(let bytes, let missing): return character(bytes, missing, byte)
        case .escape: return afterEscape(byte)
        case .singleShift:
            state = .ground
            return KeySequence.message(final: byte, parameters: []).map { [$0] } ?? []
        case .sequence(let parameters): return sequence(parameters, byte)
        case .answer(let kind, let text): return answer(kind, text, byte)
        case .paste: return paste(byte)
        }
    }

    private mutating func start(_ byte: UInt8) -> [TerminalMessage] {
        state = .ground
        switch byte {
        case 0x1B: state = .escape
        case 0x00: return key(.control(" "))
        case 0x0A, 0x0D: return key(.enter)
        case 0x09: return key(.tab)
        case 0x08, 0x7F: return key(.backspace)
        case 0x01...0x1A: return key(.control(.character(Character(Unicode.Scalar(byte + 0x60)))))
        case 0x1C...0x1F: return key(.control(.character(Character(Unicode.Scalar(byte + 0x40)))))
        case 0x20..<0x7F: return key(.character(Character(Unicode.Scalar(byte))))
        case 0xC2...0xDF: state = .character([byte], missing: 1)
        case 0xE0...0xEF: state = .character([byte], missing: 2)
        case 0xF0...0xF4: state = .character([byte], missing: 3)
        default: hasAlt = false
        }
        return []
    }

    private mutating func key(_ key: Key) -> [TerminalMessage] {
        defer { hasAlt = false }
        return [.key(hasAlt ? .alt(key) : key)]
    }

    private mutating func character(_ bytes: [UInt8], _ missing: Int, _ byte: UInt8) -> [TerminalMessage] {
        // A byte that cannot continue the character begins something else; the broken character is dropped.
        guard (0x80...0xBF).contains(byte) else { return start(byte) }
        guard missing == 1 else {
            state = .character(bytes + [byte], missing: missing - 1)
            return []
        }
        state = .ground
        guard let text = String(validating: bytes + [byte], as: UTF8.self), let character = text.first else {
            return []
        }
        return key(.character(character))
    }

    private mutating func afterEscape(_ byte: UInt8) -> [TerminalMessage] {
        switch byte {
        case UInt8(ascii: "["): state = .sequence([])
        case UInt8(ascii: "O"): state = .singleShift
        case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "_"), UInt8(ascii: "^"): state = .answer(byte, [])
        case 0x1B: return [.key(.escape)]
        default:
            hasAlt = true
            return start(byte)
        }
        return []
    }

    private mutating func sequence(_ parameters: [UInt8], _ byte: UInt8) -> [TerminalMessage] {
        guard (0x20...0x7E).contains(byte), parameters.count < Self.longestSequence else { return start(byte) }
        guard byte >= 0x40 else {
            state = .sequence(parameters + [byte])
            return []
        }
        guard byte != UInt8(ascii: "~") || parameters != Array("200".utf8) else {
            state = .paste
            return []
        }
        state = .ground
        return KeySequence.message(final: byte, parameters: parameters).map { [$0] } ?? []
    }

    /// Decodes an answer, which ends with a bell, or with `ESC \`, whose backslash is dropped with it.
    private mutating func answer(_ kind: UInt8, _ text: [UInt8], _ byte: UInt8) -> [TerminalMessage] {
        // A key that was pressed before its end.
        if byte < 0x20, byte != 0x07, byte != 0x1B { return start(byte) }
        let isEnd = byte == 0x07 || text.last == 0x1B
        guard isEnd || text.count >= Self.longestSequence else {
            state = .answer(kind, text + [byte])
            return []
        }
        state = .ground
        guard isEnd, kind == UInt8(ascii: "]") else { return [] }
        let answer = String(decoding: text.prefix { $0 != 0x1B }, as: UTF8.self)
        return GroundAnswer.color(answer).map { [.ground($0)] } ?? []
    }

    private mutating func paste(_ byte: UInt8) -> [TerminalMessage] {
        // The way out of one without an end: terminals leave Ctrl-C out of what they paste.
        if byte == 0x03 {
            pasted = []
            return start(byte)
        }
        pasted.append(byte)
        if byte == UInt8(ascii: "~"), pasted.suffix(Self.pasteEnd.count).elementsEqual(Self.pasteEnd) {
            defer { (state, pasted) = (.ground, []) }
            let text = pasted.dropLast(Self.pasteEnd.count).prefix(Self.longestPaste)
            return [.paste(String(decoding: text, as: UTF8.self))]
        }
        if pasted.count > Self.longestPaste + Self.pasteEnd.count { pasted.remove(at: Self.longestPaste) }
        return []
    }
}
