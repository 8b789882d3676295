import Foundation

/// The conversion of a format string's values into stored values of an attribute.
struct FormatValue {
    let key: FormatKey
    /// IDs of other stores are found nowhere.
    let store: StoreNumbers

    /// - Throws: `FormatRefusal`.
    func stored(_ kind: FormatOperand.Kind) throws -> StoredValue {
        switch kind {
        case .value(nil): return .null
        case .value(let value?): return try stored(value)
        case .number(let digits): return try number(digits)
        case .text(let text): return try stored(text)
        case .list: throw FormatRefusal(reason: "a single value was expected, not a list.")
        case .key: throw FormatRefusal(reason: "a value was expected, not a name.")
        }
    }

    /// The elements of a collection that was given as an argument.
    static func elements(of values: any Sequence) -> [(any Sendable)?] {
        func open<Values: Sequence>(_ values: Values) -> [(any Sendable)?] { values.map { Self.sendable($0) } }
        return open(values)
    }

    // An element of a Sendable collection is Sendable; `as?` cannot test for a marker protocol, so the types are named.
    private static func sendable(_ value: Any) -> (any Sendable)? {
        (value as? any AttributeValue) ?? (value as? any ObjectIDProtocol) ?? Unusable(type: "\(type(of: value))")
    }

    private struct Unusable: Sendable { let type: String }

    private func stored(_ value: any Sendable) throws -> StoredValue {
        guard let attribute = key.attribute else { return .integer(try number(of: value)) }
        if let text = value as? any AttributeValue, (try? text.storedValue())?.isNull == true { return .null }
        guard let stored = AttributeConversion(attribute: attribute).stored(value) else { throw refusal(of: value) }
        return stored
    }

    private func number(of value: any Sendable) throws -> Int64 {
        guard let id = value as? any ObjectIDProtocol else {
            throw FormatRefusal(reason: "\(key.name) is compared with the objectID of an object.")
        }
        return store.number(of: id) ?? -1
    }

    private func number(_ digits: String) throws -> StoredValue {
        if key.type == .decimal {
            guard let decimal = Decimal(exactly: digits) else { throw refusal(of: digits) }
            return decimal.storedValue()
        }
        if let integer = Int64(digits) { return try stored(integer) }
        if let unsigned = UInt64(digits) { return try stored(unsigned) }
        guard let double = Double(digits) else { throw FormatRefusal(reason: "\(digits) is not a number.") }
        return try stored(double)
    }

    private func refusal(of value: any Sendable) -> FormatRefusal {
        FormatRefusal(reason: "\(key.name) is \(key.type.rawValue), and \(value) is not one of its values.")
    }
}
