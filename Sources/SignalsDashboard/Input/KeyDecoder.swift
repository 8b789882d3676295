/// Turns the bytes a terminal sends into keys, however they are split between two reads.
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
        /// Inside a bracketed paste.
        case paste
    }

    private static let pasteEnd = Array("\u{1B}[201~".utf8)
    private static let longestSequence = 32
    /// What is longer is cut, so that a paste without an end does not fill the memory.
    private static let longestPaste = 1 << 20

    private var state = State.ground
    /// The bytes of the paste so far. Beside the state, so that appending to them does not copy them.
    private var pasted: [UInt8] = []

    /// Whether an Escape has come whose meaning depends on what follows.
    var isUndecided: Bool {
        switch state {
        case .escape, .singleShift: true
        default: false
        }
    }

    /// Decodes `bytes` and returns the keys that are complete.
    mutating func decode(_ bytes: some Sequence<UInt8>) -> [Key] {
        bytes.flatMap { decode($0) }
    }

    /// Nothing has followed an Escape: it was the Escape key.
    mutating func flush() -> [Key] {
        defer { if isUndecided { state = .ground } }
        switch state {
        case .escape: return [.escape]
        case .singleShift: return [.escape, .character("O")]
        default: return []
        }
    }

    private mutating func decode(_ byte: UInt8) -> [Key] {
        switch state {
        case .ground: return start(byte)
        case .character(let bytes, let missing): return character(bytes, missing, byte)
        case .escape: return afterEscape(byte)
        case .singleShift:
            state = .ground
            return KeySequence.key(final: byte, parameters: []).map { [$0] } ?? []
        case .sequence(let parameters): return sequence(parameters, byte)
        case .paste: return paste(byte)
        }
    }

    private mutating func start(_ byte: UInt8) -> [Key] {
        state = .ground
        switch byte {
        case 0x1B: state = .escape
        case 0x0A, 0x0D: return [.enter]
        case 0x09: return [.tab]
        case 0x08, 0x7F: return [.backspace]
        case 0x01...0x1A: return [.control(Character(Unicode.Scalar(byte + 0x60)))]
        case 0x1C...0x1F: return [.control(Character(Unicode.Scalar(byte + 0x40)))]
        case 0x20..<0x7F: return [.character(Character(Unicode.Scalar(byte)))]
        case 0xC2...0xDF: state = .character([byte], missing: 1)
        case 0xE0...0xEF: state = .character([byte], missing: 2)
        case 0xF0...0xF4: state = .character([byte], missing: 3)
        default: break
        }
        return []
    }

    private mutating func character(_ bytes: [UInt8], _ missing: Int, _ byte: UInt8) -> [Key] {
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
        return [.character(character)]
    }

    private mutating func afterEscape(_ byte: UInt8) -> [Key] {
        switch byte {
        case UInt8(ascii: "["): state = .sequence([])
        case UInt8(ascii: "O"): state = .singleShift
        case 0x1B: return [.escape]
        default: return [.escape] + start(byte)
        }
        return []
    }

    private mutating func sequence(_ parameters: [UInt8], _ byte: UInt8) -> [Key] {
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
        return KeySequence.key(final: byte, parameters: parameters).map { [$0] } ?? []
    }

    private mutating func paste(_ byte: UInt8) -> [Key] {
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
