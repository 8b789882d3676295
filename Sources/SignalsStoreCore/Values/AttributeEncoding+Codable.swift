import Foundation

extension AttributeValue where Self: RawRepresentable, RawValue: AttributeValue {
    /// The type of the raw value.
    public static var attributeType: AttributeType { RawValue.attributeType }

    /// The value whose raw value the store keeps.
    public init(storedValue: StoredValue) throws {
        guard let rawValue = try? RawValue(storedValue: storedValue), let value = Self(rawValue: rawValue) else {
            throw AttributeValueError(storedValue, refusedBy: Self.self)
        }
        self = value
    }

    /// The raw value as a store keeps it.
    public func storedValue() throws -> StoredValue { try rawValue.storedValue() }
}

// More constrained than either extension, so that an enum that is both is kept as its raw value.
extension AttributeValue where Self: RawRepresentable & Codable, RawValue: AttributeValue {
    /// The type of the raw value.
    public static var attributeType: AttributeType { RawValue.attributeType }

    /// The value whose raw value the store keeps.
    public init(storedValue: StoredValue) throws {
        guard let rawValue = try? RawValue(storedValue: storedValue), let value = Self(rawValue: rawValue) else {
            throw AttributeValueError(storedValue, refusedBy: Self.self)
        }
        self = value
    }

    /// The raw value as a store keeps it.
    public func storedValue() throws -> StoredValue { try rawValue.storedValue() }
}

extension AttributeValue where Self: Codable {
    /// JSON.
    public static var attributeType: AttributeType { .codable }

    /// The value whose JSON the store keeps.
    public init(storedValue: StoredValue) throws {
        guard case .text(let text) = storedValue,
            let value = try? JSONCoding.decoder().decode(Self.self, from: Data(text.utf8))
        else { throw AttributeValueError(storedValue, refusedBy: Self.self) }
        self = value
    }

    /// The value's JSON, with sorted keys.
    public func storedValue() throws -> StoredValue {
        .text(String(decoding: try JSONCoding.encoder().encode(self), as: UTF8.self))
    }
}

extension Array: AttributeValue where Element: Codable & AttributeValue {}
extension Set: AttributeValue where Element: Codable & AttributeValue {
    /// The JSON of the elements, sorted, so that one set is always kept in one way.
    public func storedValue() throws -> StoredValue {
        let elements = try map { String(decoding: try JSONCoding.encoder().encode($0), as: UTF8.self) }
        return .text("[\(elements.sorted().joined(separator: ","))]")
    }
}
extension Dictionary: AttributeValue where Key: Codable & AttributeValue, Value: Codable & AttributeValue {}

private enum JSONCoding {
    static func encoder() -> JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: "Infinity", negativeInfinity: "-Infinity", nan: "NaN")
        return encoder
    }

    static func decoder() -> JSONDecoder {
        let decoder = JSONDecoder()
        decoder.nonConformingFloatDecodingStrategy = .convertFromString(
            positiveInfinity: "Infinity", negativeInfinity: "-Infinity", nan: "NaN")
        return decoder
    }
}
