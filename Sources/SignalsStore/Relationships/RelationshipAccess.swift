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
    let isRequired: Bool
    /// The names that it had before, the latest first.
    let formerNames: [String]
}

extension Relationship: RelationshipAccess {
    static var cardinality: RelationshipCardinality { Value.cardinality }
    static var targetType: ManagedObject.Type { Value.Target.self }
    var declaration: RelationshipDeclaration {
        RelationshipDeclaration(
            inverse: inverse, deleteRule: deleteRule, isRequired: isRequired,
            formerNames: FormerNames.names(at: formerNames))
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
