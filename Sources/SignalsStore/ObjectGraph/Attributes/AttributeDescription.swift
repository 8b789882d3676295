/// One attribute of an entity. Core Data's `NSAttributeDescription`.
struct AttributeDescription: Sendable {
    let name: String
    /// The index among the properties of the entity: columns first, then what is transient.
    private(set) var index = 0
    let options: AttributeOptions
    let access: any AttributeAccess.Type
    let slot: AttributeSlot
    /// The value of a new object, and of objects that were stored before the attribute existed.
    let defaultValue: StoredValue
    /// True if the column is what a relationship is kept in.
    private(set) var isOfRelationship = false
    /// True if the column keeps the position of an object in a list, which is not a value of the object.
    var isPosition: Bool { isOfRelationship && name.hasPrefix(EntitySchema.positionPrefix) }

    /// An attribute as an object of its class declares it.
    init(_ name: String, _ wrapper: any AttributeAccess, offset: Int, in object: ManagedObject) {
        self.name = name
        options = wrapper.attributeOptions
        access = Swift.type(of: wrapper)
        slot = AttributeSlot(access, at: offset)
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
        slot = AttributeSlot(access, at: offset)
        defaultValue = .null
        isOfRelationship = true
    }

    /// The same attribute at another index.
    func at(_ index: Int) -> AttributeDescription {
        var attribute = self
        attribute.index = index
        return attribute
    }

    var type: AttributeType { access.attributeType }
    var isOptional: Bool { access.isOptional }
    var isUnique: Bool { options.flags.contains(.unique) }
    var isIndexed: Bool { options.flags.contains(.unique) || options.flags.contains(.indexed) }

    var isSearchable: Bool { options.flags.contains(.searchable) }

    func address(in object: ManagedObject) -> UnsafeMutableRawPointer {
        Unmanaged.passUnretained(object).toOpaque() + slot.offset
    }

    /// Returns the stored form of the value.
    ///
    /// It throws where the value has none, as one that cannot be encoded. The save that would write it fails with that;
    /// comparisons drop the error, since such a value equals no stored one.
    func storedValue(in object: ManagedObject) throws -> StoredValue {
        if !object.forms.isEmpty, let form = object.forms[index] { return form }
        return try slot.codec.stored(slot.address(in: object))
    }

    func assign(_ storedValue: StoredValue, in object: ManagedObject) throws {
        let references = isOfRelationship ? ReferencesBefore(object) : nil
        try access.assign(storedValue, at: address(in: object))
        object.valuesDidChange()
        if type == .codable { object.forms[index] = storedValue }
        references?.follow()
    }

    func isChanged(in object: ManagedObject) -> Bool { slot.isChanged(in: object) }

    func setChanged(_ isChanged: Bool, in object: ManagedObject) { slot.setChanged(isChanged, in: object) }

    /// The value as it is.
    func value(in object: ManagedObject) -> any Sendable { access.value(at: address(in: object)) }

    func setValue(_ value: any Sendable, in object: ManagedObject) {
        let references = isOfRelationship ? ReferencesBefore(object) : nil
        access.setValue(value, at: address(in: object))
        object.valuesDidChange()
        if type == .codable, !object.forms.isEmpty { object.forms[index] = nil }
        references?.follow()
    }

    func decoded(_ storedValue: StoredValue) throws -> any Sendable {
        try access.valueType.init(storedValue: storedValue)
    }
}
