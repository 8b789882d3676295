import Foundation

/// A sum of decimal numbers that is rounded once, at the end, where it has more than the 38 digits of a `Decimal`:
/// whatever their order, and whatever was added and taken back before, it is the same.
struct DecimalSum: Sendable {
    /// The sum of the digits of the numbers with one exponent: `high` counts 2^64.
    private struct Part: Sendable {
        var high: Int128 = 0
        var low: Int128 = 0
    }

    private var parts: [Int: Part] = [:]
    private var notNumbers = 0

    /// - Throws: `AttributeValueError` for a text that is not a decimal number.
    mutating func add(_ value: StoredValue) throws { try count(value, 1) }

    /// Takes back a number that was added.
    mutating func remove(_ value: StoredValue) throws { try count(value, -1) }

    private mutating func count(_ value: StoredValue, _ sign: Int128) throws {
        guard let digits = try Self.digits(of: value) else {
            notNumbers += Int(sign)
            return
        }
        let sign = digits.isNegative ? -sign : sign
        parts[digits.exponent, default: Part()].high += sign * Int128(digits.magnitude >> 64)
        parts[digits.exponent, default: Part()].low += sign * Int128(digits.magnitude & UInt128(UInt64.max))
    }

    private typealias Digits = (isNegative: Bool, magnitude: UInt128, exponent: Int)

    /// Nil for NaN.
    private static func digits(of value: StoredValue) throws -> Digits? {
        if case .text(let text) = value, let digits = digits(of: text) { return digits }
        let number = try Decimal(storedValue: value)
        // Another program may have written it in another way.
        return number.isNaN ? nil : digits(of: number.description)
    }

    private static func digits(of text: String) -> Digits? {
        var whole = text.utf8[...]
        let isNegative = whole.first == UInt8(ascii: "-")
        if isNegative { whole = whole.dropFirst() }
        var exponent = 0
        var fraction = whole.suffix(0)
        if let point = whole.firstIndex(of: UInt8(ascii: ".")) {
            fraction = whole[whole.index(after: point)...]
            whole = whole[..<point]
            exponent = -fraction.count
        } else {
            while whole.count > 1, whole.last == UInt8(ascii: "0") {
                whole = whole.dropLast()
                exponent += 1
            }
        }
        guard !whole.isEmpty, let magnitude = append(fraction, to: append(whole, to: 0)) else { return nil }
        return (isNegative, magnitude, exponent)
    }

    private static func append(_ digits: Substring.UTF8View, to magnitude: UInt128?) -> UInt128? {
        guard var magnitude else { return nil }
        for byte in digits {
            guard case UInt8(ascii: "0")...UInt8(ascii: "9") = byte else { return nil }
            let (tenfold, isTooLarge) = magnitude.multipliedReportingOverflow(by: 10)
            let (sum, overflows) = tenfold.addingReportingOverflow(UInt128(byte - UInt8(ascii: "0")))
            if isTooLarge || overflows { return nil }
            magnitude = sum
        }
        return magnitude
    }

    /// The sum; NaN where a number is NaN, or where it is too large for a `Decimal`.
    var total: Decimal {
        if notNumbers > 0 { return .nan }
        return parts.sorted { $0.key > $1.key }.reduce(Decimal(0)) { sum, part in
            sum + Self.decimal(part.value, exponent: part.key)
        }
    }

    private static func decimal(_ part: Part, exponent: Int) -> Decimal {
        let (shifted, isTooLarge) = part.high.multipliedReportingOverflow(by: 1 << 64)
        let (whole, overflows) = shifted.addingReportingOverflow(part.low)
        if !isTooLarge, !overflows { return decimal("\(whole)", exponent) }
        let radix = Decimal(UInt64.max) + 1
        return decimal("\(part.high)", exponent) * radix + decimal("\(part.low)", exponent)
    }

    private static func decimal(_ digits: String, _ exponent: Int) -> Decimal {
        digits == "0"
            ? 0 : Decimal(string: "\(digits)e\(exponent)", locale: .posix) ?? .nan
    }
}
