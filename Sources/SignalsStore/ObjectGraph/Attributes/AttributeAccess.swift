/// A property wrapper of a managed object whose value is kept in a column, such as `Attribute<Value>`, without the
/// static type `Value`. It is reached by its address inside an object, and its value comes first in it.
protocol AttributeAccess: SendableMetatype {
    static var attributeType: AttributeType { get }
    static var isOptional: Bool { get }
    static var valueType: any AttributeValue.Type { get }
    static var codec: AttributeCodec { get }
    /// The offset in the wrapper of its column's index, a `UInt16`.
    static var indexOffset: Int { get }
    /// The offset in the wrapper of the flag that says whether it was assigned, a `Bool`.
    static var changedOffset: Int { get }
    var attributeOptions: AttributeOptions { get }

    static func storedValue(at address: UnsafeMutableRawPointer) throws -> StoredValue
    static func assign(_ storedValue: StoredValue, at address: UnsafeMutableRawPointer) throws
    /// The value as it is, and back.
    static func value(at address: UnsafeMutableRawPointer) -> any Sendable
    static func setValue(_ value: any Sendable, at address: UnsafeMutableRawPointer)
}

extension Attribute: AttributeAccess {
    static var attributeType: AttributeType { Value.attributeType }
    static var isOptional: Bool { Value.isOptional }
    static var valueType: any AttributeValue.Type { Value.self }
    static var codec: AttributeCodec { .standard(for: Value.self) }
    static var indexOffset: Int { MemoryLayout<Self>.offset(of: \.index)! }
    static var changedOffset: Int { MemoryLayout<Self>.offset(of: \.isChanged)! }
    var attributeOptions: AttributeOptions {
        var options = AttributeOptions(flags: flags)
        options.formerNames = FormerNames.names(at: formerNames)
        return options
    }

    static func storedValue(at address: UnsafeMutableRawPointer) throws -> StoredValue {
        try address.assumingMemoryBound(to: Self.self).pointee.value.storedValue()
    }

    static func assign(_ storedValue: StoredValue, at address: UnsafeMutableRawPointer) throws {
        address.assumingMemoryBound(to: Self.self).pointee.value = try Value(storedValue: storedValue)
    }

    static func value(at address: UnsafeMutableRawPointer) -> any Sendable {
        address.assumingMemoryBound(to: Self.self).pointee.value
    }

    static func setValue(_ value: any Sendable, at address: UnsafeMutableRawPointer) {
        if let value = value as? Value { address.assumingMemoryBound(to: Self.self).pointee.value = value }
    }
}
