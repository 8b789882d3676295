/// An `Attribute<Value>` whose `Value` is not known, reached by its address inside an object.
protocol AttributeAccess: SendableMetatype {
    static var attributeType: AttributeType { get }
    static var isOptional: Bool { get }
    static var valueType: any AttributeValue.Type { get }
    var attributeOptions: AttributeOptions { get }

    static func setIndex(_ index: Int, at address: UnsafeMutableRawPointer)
    static func setChanged(_ isChanged: Bool, at address: UnsafeMutableRawPointer)
    static func isChanged(at address: UnsafeMutableRawPointer) -> Bool
    static func storedValue(at address: UnsafeMutableRawPointer) throws -> StoredValue
    static func assign(_ storedValue: StoredValue, at address: UnsafeMutableRawPointer) throws
}

extension Attribute: AttributeAccess {
    static var attributeType: AttributeType { Value.attributeType }
    static var isOptional: Bool { Value.isOptional }
    static var valueType: any AttributeValue.Type { Value.self }
    var attributeOptions: AttributeOptions {
        var options = AttributeOptions(flags: flags)
        options.formerNames = FormerNames.names(at: formerNames)
        return options
    }

    static func setIndex(_ index: Int, at address: UnsafeMutableRawPointer) {
        address.assumingMemoryBound(to: Self.self).pointee.index = UInt16(index)
    }

    static func setChanged(_ isChanged: Bool, at address: UnsafeMutableRawPointer) {
        address.assumingMemoryBound(to: Self.self).pointee.isChanged = isChanged
    }

    static func isChanged(at address: UnsafeMutableRawPointer) -> Bool {
        address.assumingMemoryBound(to: Self.self).pointee.isChanged
    }

    static func storedValue(at address: UnsafeMutableRawPointer) throws -> StoredValue {
        try address.assumingMemoryBound(to: Self.self).pointee.value.storedValue()
    }

    static func assign(_ storedValue: StoredValue, at address: UnsafeMutableRawPointer) throws {
        address.assumingMemoryBound(to: Self.self).pointee.value = try Value(storedValue: storedValue)
    }
}
