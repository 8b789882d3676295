/// The meaning of the control sequences that keys send (`ESC [ … final` and `ESC O final`).
enum KeySequence {
    /// The key of a sequence, or `nil` for one that no key of ours sends. Modifiers (`1;5A`) are ignored.
    static func key(final: UInt8, parameters: [UInt8]) -> Key? {
        switch Character(Unicode.Scalar(final)) {
        case "A": .up
        case "B": .down
        case "C": .right
        case "D": .left
        case "H": .home
        case "F": .end
        case "M": .enter
        case "Z": .backTab
        case "~": numbered(parameters)
        default: nil
        }
    }

    private static func numbered(_ parameters: [UInt8]) -> Key? {
        switch Int(String(decoding: parameters.prefix { $0 != UInt8(ascii: ";") }, as: UTF8.self)) {
        case 1, 7: .home
        case 3: .delete
        case 4, 8: .end
        case 5: .pageUp
        case 6: .pageDown
        default: nil
        }
    }
}
