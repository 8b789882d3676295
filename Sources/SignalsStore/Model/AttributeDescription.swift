/// One attribute of an entity. Core Data's `NSAttributeDescription`.
struct AttributeDescription: Sendable {
    let name: String
    let index: Int
    let options: AttributeOptions
    let access: any AttributeAccess.Type
    let slot: AttributeSlot
    /// What a new object has, and what objects get that were stored before the attribute existed.
    let defaultValue: StoredValue

    var type: AttributeType { access.attributeType }
    var isOptional: Bool { access.isOptional }
    var isUnique: Bool { options.flags.contains(.unique) }
    var isIndexed: Bool { !options.flags.isEmpty }

    func address(in object: ManagedObject) -> UnsafeMutableRawPointer {
        Unmanaged.passUnretained(object).toOpaque() + slot.offset
    }

    func storedValue(in object: ManagedObject) throws -> StoredValue {
        try access.storedValue(at: address(in: object))
    }

    func assign(_ storedValue: StoredValue, in object: ManagedObject) throws {
        try access.assign(storedValue, at: address(in: object))
    }

    func isChanged(in object: ManagedObject) -> Bool { slot.isChanged(in: object) }

    func setChanged(_ isChanged: Bool, in object: ManagedObject) { slot.setChanged(isChanged, in: object) }

    /// The value as it is.
    func value(in object: ManagedObject) -> any Sendable { access.value(at: address(in: object)) }

    func setValue(_ value: any Sendable, in object: ManagedObject) {
        access.setValue(value, at: address(in: object))
    }

    func decoded(_ storedValue: StoredValue) throws -> any Sendable {
        try access.valueType.init(storedValue: storedValue)
    }
}

/// Where an attribute lies in the objects of its entity, and how its values are coded: what the loops over rows need.
struct AttributeSlot: Sendable {
    /// Where the wrapper begins, in bytes from the object's start.
    let offset: Int
    let codec: AttributeCodec
    private let indexOffset: Int
    private let changedOffset: Int

    init(_ access: any AttributeAccess.Type, at offset: Int) {
        self.offset = offset
        codec = access.codec
        indexOffset = offset + access.indexOffset
        changedOffset = offset + access.changedOffset
    }

    @inline(__always)
    func address(in object: ManagedObject) -> UnsafeMutableRawPointer { start(of: object) + offset }

    @inline(__always)
    func setIndex(_ index: Int, in object: ManagedObject) {
        (start(of: object) + indexOffset).storeBytes(of: UInt16(index), as: UInt16.self)
    }

    @inline(__always)
    func isChanged(in object: ManagedObject) -> Bool { (start(of: object) + changedOffset).load(as: Bool.self) }

    @inline(__always)
    func setChanged(_ isChanged: Bool, in object: ManagedObject) {
        (start(of: object) + changedOffset).storeBytes(of: isChanged, as: Bool.self)
    }

    @inline(__always)
    private func start(of object: ManagedObject) -> UnsafeMutableRawPointer {
        Unmanaged.passUnretained(object).toOpaque()
    }
}
