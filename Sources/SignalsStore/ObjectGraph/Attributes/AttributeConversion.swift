import Foundation

/// The lossless conversion of values of other types into stored values of an attribute: an integer for a floating-point
/// attribute, a text for a `UUID`. `ImportableObject.update(from:in:)` documents all of them.
struct AttributeConversion {
    let attribute: AttributeDescription

    /// The value as the attribute keeps it; nil if it is not a value of the attribute's type.
    func stored(_ value: any Sendable) -> StoredValue? {
        guard let given = attributeValue(value), let raw = try? given.storedValue() else { return nil }
        if raw.isNull { return attribute.isOptional ? raw : nil }
        let from = type(of: given).attributeType
        let candidates = [isKept(raw, from) ? raw : nil, converted(raw, from)]
        return candidates.lazy.compactMap { $0 }.compactMap { try? attribute.access.valueType.canonical($0) }.first
    }

    /// True if a value of another type may be one of the attribute's as that type keeps it.
    private func isKept(_ value: StoredValue, _ from: AttributeType) -> Bool {
        if from == attribute.type { return true }
        return switch (attribute.type, value) {
        case (.date, _), (.decimal, _): false
        // A date is not a number: that might count from 1970 or from 2001.
        case (_, .real): from != .date
        case (.data, .blob), (.uuid, .blob): from == .data || from == .uuid
        // NaN, or an integer that is too large for one that a store keeps.
        case (_, .blob): false
        default: true
        }
    }

    private func attributeValue(_ value: any Sendable) -> (any AttributeValue)? {
        if value is NSNull { return .some(String?.none as any AttributeValue) }
        guard let number = value as? NSNumber, !(value is any AttributeValue) else {
            return value as? any AttributeValue
        }
        // Foundation's JSON is made of these.
        if String(cString: number.objCType) == "c" { return number.boolValue }
        if attribute.type == .decimal, let number = number as? NSDecimalNumber { return number.decimalValue }
        return Int64(exactly: number).map { $0 as any AttributeValue }
            ?? UInt64(exactly: number).map { $0 as any AttributeValue } ?? number.doubleValue
    }

    private func converted(_ value: StoredValue, _ from: AttributeType) -> StoredValue? {
        switch (attribute.type, value) {
        case (.double, .integer(let integer)): Double(exactly: integer).map(StoredValue.real)
        case (.float, .integer(let integer)): Float(exactly: integer).map { .real(Double($0)) }
        case (.float, .real(let real)):
            Float(real).isFinite == real.isFinite ? .real(Double(Float(real))) : nil
        case (.decimal, .integer(let integer)): Decimal(integer).storedValue()
        case (.decimal, .real(let real)) where from != .date: Decimal(exactly: "\(real)")?.storedValue()
        case (.decimal, .text(let text)): Decimal(exactly: text)?.storedValue()
        case (.uuid, .text(let text)): UUID(uuidString: text)?.storedValue()
        case (.date, .text(let text)): Date(exactly: text)?.storedValue()
        case (.double, .blob), (.float, .blob), (.decimal, .blob):
            LosslessConversion(from: from, to: attribute.type)?.convert(value)
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
