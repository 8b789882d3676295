import Foundation

// The types between which an attribute may change. What a rule allows is still checked against each value: a value
// goes over when turning the result back gives the same value, and when the attribute's Swift type accepts the result.
//
// | From                      | To                        | A value goes over as                                     |
// |---------------------------|---------------------------|----------------------------------------------------------|
// | integers                  | integers                  | itself, where it fits                                     |
// | Bool                      | integers, and back        | 0 and 1                                                  |
// | integers                  | Double, Float, and back   | the same number, where there is one: 2⁵³ + 1 has none     |
// | Double                    | Float, and back           | the same number, where there is one                      |
// | integers, Double, Float   | Decimal, and back         | the number with the same shortest digits                 |
// | integers, floats, Decimal | String, and back          | the shortest digits                                      |
// | Bool                      | String, and back          | "true" and "false"                                       |
// | UUID                      | String, and back          | the text, in capitals                                    |
// | URL                       | String, and back          | the text; not a relative URL with a base                 |
// | Codable                   | String, and back          | the JSON                                                 |
// | UUID                      | Data, and back            | the 16 bytes                                             |
// | optional                  | required                  | itself, where no object has nil                          |
// | required                  | optional                  | itself                                                   |
//
// An enum with a raw value is its raw value. There is no rule for anything else: a Date as a text has lost something.

/// Turns values of one type into values of another without losing anything.
package struct LosslessConversion: Sendable, Hashable {
    package let from: AttributeType
    package let to: AttributeType

    /// A conversion between two types that differ; nil when there is no rule.
    package init?(from: AttributeType, to: AttributeType) {
        guard from != to, Self.hasRule(from, to) || Self.hasRule(to, from) else { return nil }
        self.from = from
        self.to = to
    }

    private static func hasRule(_ from: AttributeType, _ to: AttributeType) -> Bool {
        switch (from, to) {
        case (.boolean, let to): to.isInteger || to == .string
        case (.uuid, .data), (.uuid, .string), (.url, .string), (.codable, .string): true
        case (let from, .string): from.isNumber
        case (let from, let to): from.isNumber && to.isNumber
        }
    }

    /// The value in the other type; nil when that would lose something.
    package func convert(_ value: StoredValue) -> StoredValue? {
        if value.isNull { return value }
        guard let result = Self.cast(value, from, to), Self.cast(result, to, from) == value else { return nil }
        return result
    }

    private static func cast(_ value: StoredValue, _ from: AttributeType, _ to: AttributeType) -> StoredValue? {
        if to == .string { return text(value, from).map(StoredValue.text) }
        if from == .string, case .text(let text) = value { return parse(text, as: to) }
        if from == .decimal || to == .decimal { return text(value, from).flatMap { parse($0, as: to) } }
        if from.isFloating || to.isFloating { return number(value, from).flatMap { stored($0, as: to) } }
        return to.holds(value) ? value : nil
    }
}

// Through floating-point numbers, without digits in between.
extension LosslessConversion {
    private static func number(_ value: StoredValue, _ type: AttributeType) -> Double? {
        switch type {
        case .double: try? Double(storedValue: value)
        case .float: (try? Float(storedValue: value)).map(Double.init)
        case .unsigned64: (try? UInt64(storedValue: value)).flatMap { Double(exactly: $0) }
        default: if case .integer(let integer) = value { Double(exactly: integer) } else { nil }
        }
    }

    private static func stored(_ number: Double, as type: AttributeType) -> StoredValue? {
        switch type {
        case .double: return number.storedValue()
        case .float: return Float(number).storedValue()
        case .unsigned64: return UInt64(exactly: number)?.storedValue()
        default:
            guard let integer = Int64(exactly: number) else { return nil }
            return type.holds(.integer(integer)) ? .integer(integer) : nil
        }
    }
}

// Through texts.
extension LosslessConversion {
    private static func text(_ value: StoredValue, _ type: AttributeType) -> String? {
        switch (type, value) {
        case (.boolean, .integer(let bit)): bit == 1 ? "true" : bit == 0 ? "false" : nil
        case (.unsigned64, _): (try? UInt64(storedValue: value)).map(String.init)
        case (.double, _): (try? Double(storedValue: value)).map(digits)
        case (.float, _): (try? Float(storedValue: value)).map(digits)
        case (.uuid, _): (try? UUID(storedValue: value))?.uuidString
        case (.url, .text(let text)): text.contains("\n") ? nil : text
        case (_, .text(let text)): text
        case (_, .integer(let integer)): String(integer)
        default: nil
        }
    }

    private static func digits<Number: BinaryFloatingPoint & CustomStringConvertible>(_ number: Number) -> String {
        let text = number.description
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }

    private static func parse(_ text: String, as type: AttributeType) -> StoredValue? {
        switch type {
        case .boolean: return text == "true" ? .integer(1) : text == "false" ? .integer(0) : nil
        case .unsigned64: return UInt64(text)?.storedValue()
        case .double: return Double(text)?.storedValue()
        case .float: return Float(text)?.storedValue()
        // A store keeps NaN as a text too.
        case .decimal: return text == "NaN" ? .text(text) : Decimal(exactly: text)?.storedValue()
        case .uuid: return UUID(uuidString: text)?.storedValue()
        case .url: return URL(string: text)?.storedValue()
        case .codable: return .text(text)
        default:
            guard let integer = Int64(text), type.holds(.integer(integer)) else { return nil }
            return .integer(integer)
        }
    }
}

extension AttributeType {
    fileprivate var isInteger: Bool { integerRange != nil || self == .unsigned64 }
    fileprivate var isNumber: Bool { isInteger || self == .double || self == .float || self == .decimal }

    /// True if a value that is kept as it is can be one of this type.
    fileprivate func holds(_ value: StoredValue) -> Bool {
        switch (self, value) {
        case (.boolean, .integer(let bit)): bit == 0 || bit == 1
        case (.unsigned64, .integer(let integer)): integer >= 0
        case (.unsigned64, .blob(let bytes)): bytes.count == 8
        case (.uuid, .blob(let bytes)): bytes.count == 16
        case (.data, .blob): true
        case (_, .integer(let integer)): integerRange?.contains(integer) ?? false
        default: false
        }
    }
}
