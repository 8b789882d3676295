/// A `Relationship<Value>` whose `Value` is not known, reached by its address inside an object.
protocol RelationshipAccess: AttributeAccess {
    static var cardinality: RelationshipCardinality { get }
    static var targetType: ManagedObject.Type { get }
    var declaration: RelationshipDeclaration { get }

    static func members(at address: UnsafeMutableRawPointer) -> [ManagedObject]
    static func setMembers(_ members: [ManagedObject], at address: UnsafeMutableRawPointer)
    static func add(_ member: ManagedObject, at address: UnsafeMutableRawPointer)
    static func remove(_ member: ManagedObject, at address: UnsafeMutableRawPointer)
}

/// What a class says of a relationship.
struct RelationshipDeclaration {
    let inverse: AnyKeyPath?
    let deleteRule: DeleteRule
    let options: RelationshipOptions
}

extension Relationship: RelationshipAccess {
    static var cardinality: RelationshipCardinality { Value.cardinality }
    static var targetType: ManagedObject.Type { Value.Target.self }
    var declaration: RelationshipDeclaration {
        RelationshipDeclaration(inverse: inverse, deleteRule: deleteRule, options: options)
    }

    private static func wrapper(at address: UnsafeMutableRawPointer) -> UnsafeMutablePointer<Self> {
        address.assumingMemoryBound(to: Self.self)
    }

    static func members(at address: UnsafeMutableRawPointer) -> [ManagedObject] {
        wrapper(at: address).pointee.value.members
    }

    // What is dropped is released after the assignment, since its deinit may run code of anyone.
    static func setMembers(_ members: [ManagedObject], at address: UnsafeMutableRawPointer) {
        var value = members.isEmpty ? Value.noMembers : Value(members: members.compactMap { $0 as? Value.Target })
        swap(&wrapper(at: address).pointee.value, &value)
    }

    static func add(_ member: ManagedObject, at address: UnsafeMutableRawPointer) {
        guard let member = member as? Value.Target else { return }
        wrapper(at: address).pointee.value.add(member: member)
    }

    static func remove(_ member: ManagedObject, at address: UnsafeMutableRawPointer) {
        guard let member = member as? Value.Target else { return }
        withExtendedLifetime(member) { wrapper(at: address).pointee.value.remove(member: member) }
    }
}

// A to-one is a column of its entity: the number of the object at the other end.
extension Relationship: AttributeAccess {
    static var attributeType: AttributeType { .reference }
    static var isOptional: Bool { true }
    static var valueType: any AttributeValue.Type { Int64?.self }
    var attributeOptions: AttributeOptions { .indexed }

    private static func state(at address: UnsafeMutableRawPointer) -> UnsafeMutablePointer<RelationshipState> {
        address.assumingMemoryBound(to: RelationshipState.self)
    }

    static func setIndex(_ index: Int, at address: UnsafeMutableRawPointer) {
        state(at: address).pointee.column = UInt16(index)
    }

    static func setChanged(_ isChanged: Bool, at address: UnsafeMutableRawPointer) {
        state(at: address).pointee.isChanged = isChanged
    }

    static func isChanged(at address: UnsafeMutableRawPointer) -> Bool { state(at: address).pointee.isChanged }

    static func storedValue(at address: UnsafeMutableRawPointer) throws -> StoredValue {
        let reference = state(at: address).pointee.reference
        return reference == 0 ? .null : .integer(reference)
    }

    static func assign(_ storedValue: StoredValue, at address: UnsafeMutableRawPointer) throws {
        let reference = try Int64?(storedValue: storedValue) ?? 0
        guard reference != state(at: address).pointee.reference else { return }
        state(at: address).pointee.reference = reference
        state(at: address).pointee.isResolved = reference == 0
        setMembers([], at: address)
    }
}

/// The column beside a to-one whose inverse has an order: the object's place in it.
enum RelationshipPosition: AttributeAccess {
    static var attributeType: AttributeType { .double }
    static var isOptional: Bool { true }
    static var valueType: any AttributeValue.Type { Double?.self }
    var attributeOptions: AttributeOptions { [] }

    private static func state(at address: UnsafeMutableRawPointer) -> UnsafeMutablePointer<RelationshipState> {
        address.assumingMemoryBound(to: RelationshipState.self)
    }

    static func setIndex(_ index: Int, at address: UnsafeMutableRawPointer) {
        state(at: address).pointee.positionColumn = UInt16(index)
    }

    static func setChanged(_ isChanged: Bool, at address: UnsafeMutableRawPointer) {
        state(at: address).pointee.isPositionChanged = isChanged
    }

    static func isChanged(at address: UnsafeMutableRawPointer) -> Bool { state(at: address).pointee.isPositionChanged }

    static func storedValue(at address: UnsafeMutableRawPointer) throws -> StoredValue {
        let position = state(at: address).pointee.position
        return position.isNaN ? .null : .real(position)
    }

    static func assign(_ storedValue: StoredValue, at address: UnsafeMutableRawPointer) throws {
        state(at: address).pointee.position = try Double?(storedValue: storedValue) ?? .nan
    }
}
