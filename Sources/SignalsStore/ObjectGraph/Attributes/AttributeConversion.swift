import Foundation

/// The lossless conversion of values of other types into stored values of an attribute: an integer for a floating-point
/// attribute, a text for a `UUID`.
struct AttributeConversion {
    let attribute: AttributeDescription

    /// The value as the attribute keeps it; nil if it is not a value of the attribute's type.
    func stored(_ value: any Sendable) -> StoredValue? {
        guard let given = Self.attributeValue(value), let raw = try? given.storedValue() else { return nil }
        if raw.isNull { return attribute.isOptional ? raw : nil }
        let from = type(of: given).attributeType
        // A number is not a date: it might count from 1970 or from 2001.
        let isNumberForDate = attribute.type == .date && from != .date
        let candidates = [isNumberForDate ? nil : raw, converted(raw, from)]
        return candidates.lazy.compactMap { $0 }.compactMap { try? attribute.access.valueType.canonical($0) }.first
    }

    private static func attributeValue(_ value: any Sendable) -> (any AttributeValue)? {
        if value is NSNull { return .some(String?.none as any AttributeValue) }
        guard let number = value as? NSNumber, !(value is any AttributeValue) else {
            return value as? any AttributeValue
        }
        // Foundation's JSON is made of these.
        if String(cString: number.objCType) == "c" { return number.boolValue }
        return Int64(exactly: number).map { $0 as any AttributeValue } ?? number.doubleValue
    }

    private func converted(_ value: StoredValue, _ from: AttributeType) -> StoredValue? {
        switch (attribute.type, value) {
        case (.double, .integer(let integer)): Double(exactly: integer).map(StoredValue.real)
        case (.float, .integer(let integer)): Float(exactly: integer).map { .real(Double($0)) }
        case (.float, .real(let real)): .real(Double(Float(real)))
        case (.decimal, .integer(let integer)): Decimal(integer).storedValue()
        case (.decimal, .real(let real)): Decimal(string: "\(real)", locale: nil)?.storedValue()
        case (.uuid, .text(let text)): UUID(uuidString: text)?.storedValue()
        case (.date, .text(let text)): (try? Date(text, strategy: .iso8601))?.storedValue()
        case (let type, .real(let real)) where type.integerRange != nil && from != .date:
            Int64(exactly: real).map(StoredValue.integer)
        default: nil
        }
    }
}

extension AttributeValue {
    /// The value as this type keeps it.
    fileprivate static func canonical(_ value: StoredValue) throws -> StoredValue {
        try Self(storedValue: value).storedValue()
    }
}
