import Foundation

extension Decimal {
    /// The number that a text is as a whole: its digits, with a point, a sign and an exponent where there are any. Nil for
    /// any other text, of which Foundation takes the beginning, and for a number with more digits than a `Decimal` has.
    package init?(exactly text: String) {
        guard let digits = Self.digits(of: text),
            let value = Decimal(string: text, locale: .posix),
            // Their place cannot have changed: for an exponent that is too large there is no value.
            Self.digits(of: value.description) == digits
        else { return nil }
        self = value
    }

    /// The digits of a number without zeros at both ends; nil for a text that is not a number.
    private static func digits(of text: String) -> ArraySlice<UInt8>? {
        var rest = Substring(text).utf8
        func take(_ isTaken: (UInt8) -> Bool) -> [UInt8] {
            let taken = Array(rest.prefix(while: isTaken))
            rest.removeFirst(taken.count)
            return taken
        }
        func takeSign() { if let sign = rest.first, "+-".utf8.contains(sign) { rest.removeFirst() } }
        let isDigit: (UInt8) -> Bool = { ("0"..."9").contains(UnicodeScalar($0)) }
        takeSign()
        var digits = take(isDigit)
        if rest.first == UInt8(ascii: ".") {
            rest.removeFirst()
            digits += take(isDigit)
        }
        if digits.isEmpty { return nil }
        if let mark = rest.first, "eE".utf8.contains(mark) {
            rest.removeFirst()
            takeSign()
            if take(isDigit).isEmpty { return nil }
        }
        guard rest.isEmpty else { return nil }
        let isZero: (UInt8) -> Bool = { $0 == UInt8(ascii: "0") }
        let significant = digits.drop(while: isZero)
        return significant.prefix(significant.count - significant.reversed().prefix(while: isZero).count)
    }
}
