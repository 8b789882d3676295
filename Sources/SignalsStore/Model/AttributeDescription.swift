/// One attribute of an entity. Core Data's `NSAttributeDescription`.
struct AttributeDescription: Sendable {
    let name: String
    /// The place among the properties of the entity: columns first, then what is transient.
    private(set) var index = 0
    let options: AttributeOptions
    let access: any AttributeAccess.Type
    /// Where the wrapper lies in an object, in bytes from its start.
    let offset: Int
    /// What a new object has, and what objects get that were stored before the attribute existed.
    let defaultValue: StoredValue

    /// An attribute as an object of its class declares it.
    init(_ name: String, _ wrapper: any AttributeAccess, offset: Int, in object: ManagedObject) {
        self.name = name
        options = wrapper.attributeOptions
        access = Swift.type(of: wrapper)
        self.offset = offset
        do {
            defaultValue = try access.storedValue(at: Unmanaged.passUnretained(object).toOpaque() + offset)
        } catch {
            fatalError("The default of \(Swift.type(of: object)).\(name) cannot be encoded: \(error)")
        }
    }

    /// A column that a relationship is kept in.
    init(_ name: String, _ access: any AttributeAccess.Type, options: AttributeOptions, offset: Int) {
        self.name = name
        self.options = options
        self.access = access
        self.offset = offset
        defaultValue = .null
    }

    /// The same attribute at another place.
    func at(_ index: Int) -> AttributeDescription {
        var attribute = self
        attribute.index = index
        return attribute
    }

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
}
