import Foundation

extension Date {
    /// The date that a text is as a whole in ISO 8601, as `2026-12-01T10:00:00Z`, with a fraction of a second and an offset
    /// from UTC where there are any. Nil for any other text, of which Foundation takes the beginning, and for a date that no
    /// calendar has, which Foundation takes for a later one.
    init?(exactly text: String) {
        let (time, rest) = (text.prefix(19), text.dropFirst(19))
        guard let date = try? Date(text, strategy: .iso8601), Self.isFractionAndOffset(rest.utf8),
            let local = try? Date(time + "Z", strategy: .iso8601), local.formatted(.iso8601) == time + "Z"
        else { return nil }
        self = date
    }

    private static func isFractionAndOffset(_ text: Substring.UTF8View) -> Bool {
        let isDigit: (UInt8) -> Bool = { ("0"..."9").contains(UnicodeScalar($0)) }
        var offset = text
        if text.first == UInt8(ascii: ".") {
            offset = text.dropFirst().drop(while: isDigit)
            if text.count - offset.count < 2 { return false }
        }
        if offset.elementsEqual("Z".utf8) { return true }
        guard let sign = offset.popFirst(), "+-".utf8.contains(sign) else { return false }
        let parts = Substring(offset).split(separator: ":", omittingEmptySubsequences: false)
        let digits = parts.joined()
        guard digits.utf8.allSatisfy(isDigit), parts.count == 1 || parts.map(\.count) == [2, 2] else { return false }
        return digits.count == 2 || digits.count == 4 && digits.suffix(2) < "60"
    }
}
