/// One attribute of an entity. Core Data's `NSAttributeDescription`.
struct AttributeDescription: Sendable {
    let name: String
    let index: Int
    let options: AttributeOptions
    let access: any AttributeAccess.Type
    /// Where the wrapper lies in an object, in bytes from its start.
    let offset: Int
    /// What a new object has, and what objects get that were stored before the attribute existed.
    let defaultValue: StoredValue

    var type: AttributeType { access.attributeType }
    var isOptional: Bool { access.isOptional }
    var isUnique: Bool { options.contains(.unique) }
    var isIndexed: Bool { !options.isEmpty }

    func address(in object: ManagedObject) -> UnsafeMutableRawPointer {
        Unmanaged.passUnretained(object).toOpaque() + offset
    }

    func storedValue(in object: ManagedObject) throws -> StoredValue {
        try access.storedValue(at: address(in: object))
    }

    func assign(_ storedValue: StoredValue, in object: ManagedObject) throws {
        try access.assign(storedValue, at: address(in: object))
    }

    func isChanged(in object: ManagedObject) -> Bool { access.isChanged(at: address(in: object)) }

    func setChanged(_ isChanged: Bool, in object: ManagedObject) {
        access.setChanged(isChanged, at: address(in: object))
    }

    /// The value as it is.
    func value(in object: ManagedObject) -> any Sendable { access.value(at: address(in: object)) }

    func setValue(_ value: any Sendable, in object: ManagedObject) {
        access.setValue(value, at: address(in: object))
    }

    func decoded(_ storedValue: StoredValue) throws -> any Sendable {
        try access.valueType.init(storedValue: storedValue)
    }
}
