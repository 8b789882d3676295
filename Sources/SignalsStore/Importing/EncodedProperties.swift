import Foundation

/// The properties that an `Encodable` value encodes under names, as they are.
struct EncodedProperties {
    private let collector = PropertyCollector()

    /// - Throws: what encoding the value throws.
    init(_ value: some Encodable) throws { try value.encode(to: PropertyEncoder(collector: collector)) }

    subscript(name: String) -> (any Sendable)? { collector.properties[name] }
}

/// A value that no attribute can have.
private struct UnsuitableProperty: Sendable, CustomStringConvertible {
    let description: String
}

private final class PropertyCollector {
    var properties: [String: any Sendable] = [:]

    func setNil(for name: String) { properties[name] = NSNull() }

    func set(_ value: Any, for name: String) {
        properties[name] = (value as? any AttributeValue) ?? UnsuitableProperty(description: "\(value)")
    }
}

/// An encoder that passes each property to a collector; values that are not encoded under a name are left out.
private struct PropertyEncoder: Encoder {
    let collector: PropertyCollector
    var codingPath: [any CodingKey] = []
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        KeyedEncodingContainer(KeyedProperties(collector: collector, codingPath: codingPath))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer { NamelessProperties(codingPath: codingPath) }
    func singleValueContainer() -> any SingleValueEncodingContainer { NamelessProperties(codingPath: codingPath) }
}

private struct KeyedProperties<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let collector: PropertyCollector
    var codingPath: [any CodingKey]

    func encodeNil(forKey key: Key) { collector.setNil(for: key.stringValue) }
    func encode<Value: Encodable>(_ value: Value, forKey key: Key) { collector.set(value, for: key.stringValue) }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) -> KeyedEncodingContainer<Nested> {
        PropertyEncoder(collector: PropertyCollector(), codingPath: codingPath + [key]).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        NamelessProperties(codingPath: codingPath + [key])
    }

    func superEncoder() -> any Encoder { PropertyEncoder(collector: collector, codingPath: codingPath) }
    func superEncoder(forKey key: Key) -> any Encoder { superEncoder() }
}

/// A container that ignores values without names.
private struct NamelessProperties: UnkeyedEncodingContainer, SingleValueEncodingContainer {
    var codingPath: [any CodingKey]
    var count = 0

    func encodeNil() {}
    func encode<Value: Encodable>(_ value: Value) {}

    func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
        PropertyEncoder(collector: PropertyCollector(), codingPath: codingPath).container(keyedBy: type)
    }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { self }
    func superEncoder() -> any Encoder { PropertyEncoder(collector: PropertyCollector(), codingPath: codingPath) }
}
