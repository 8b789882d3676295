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
    var isUnique: Bool { options.flags.contains(.unique) }
    var isIndexed: Bool { !options.flags.isEmpty }

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
}
