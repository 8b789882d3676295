/// A `Relationship<Value>` whose `Value` is not known, reached by its address inside an object.
protocol RelationshipAccess: AttributeAccess {
    static var cardinality: RelationshipCardinality { get }
    static var targetType: ManagedObject.Type { get }
    var declaration: RelationshipDeclaration { get }

    static func members(at address: UnsafeMutableRawPointer) -> [ManagedObject]
    static func setMembers(_ members: [ManagedObject], at address: UnsafeMutableRawPointer)
    /// Has a to-one lead to an object, or to none.
    static func setMember(_ member: ManagedObject?, at address: UnsafeMutableRawPointer)
    /// Adds a member, at the end where there is an order, and wherever it was before.
    static func add(_ member: ManagedObject, at address: UnsafeMutableRawPointer)
    static func remove(_ member: ManagedObject, at address: UnsafeMutableRawPointer)
    static func contains(_ member: ManagedObject, at address: UnsafeMutableRawPointer) -> Bool
    /// The last member of a relationship that has an order, or one that is so far from the last.
    static func last(_ distance: Int, at address: UnsafeMutableRawPointer) -> ManagedObject?
    /// Gives the last member of a relationship that has an order another place in it.
    ///
    /// - Returns: the members before and after that place.
    static func moveLast(
        to index: Int, at address: UnsafeMutableRawPointer
    ) -> (previous: ManagedObject?, next: ManagedObject?)
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
        wrapper(at: address).pointee.state.orderedNumbers = nil
        swap(&wrapper(at: address).pointee.value, &value)
    }

    static func setMember(_ member: ManagedObject?, at address: UnsafeMutableRawPointer) {
        var value = Value.noMembers
        if let member = member as? Value.Target { value.add(member: member) }
        swap(&wrapper(at: address).pointee.value, &value)
    }

    static func add(_ member: ManagedObject, at address: UnsafeMutableRawPointer) {
        if Value.cardinality == .ordered { remove(member, at: address) }
        guard let member = member as? Value.Target else { return }
        wrapper(at: address).pointee.state.orderedNumbers?.insert(member.number)
        wrapper(at: address).pointee.value.add(member: member)
    }

    static func remove(_ member: ManagedObject, at address: UnsafeMutableRawPointer) {
        guard let member = member as? Value.Target else { return }
        if Value.cardinality == .ordered {
            guard contains(member, at: address) else { return }
            wrapper(at: address).pointee.state.orderedNumbers?.remove(member.number)
        }
        withExtendedLifetime(member) { wrapper(at: address).pointee.value.remove(member: member) }
    }

    static func contains(_ member: ManagedObject, at address: UnsafeMutableRawPointer) -> Bool {
        guard let target = member as? Value.Target else { return false }
        let wrapper = wrapper(at: address)
        guard Value.cardinality == .ordered else { return wrapper.pointee.value.contains(member: target) }
        if let numbers = wrapper.pointee.state.orderedNumbers { return numbers.contains(member.number) }
        let members = wrapper.pointee.value.members
        if members.count <= 16 { return members.contains { $0 === member } }
        let numbers = Set(members.lazy.map(\.number))
        wrapper.pointee.state.orderedNumbers = numbers
        return numbers.contains(member.number)
    }

    static func last(_ distance: Int, at address: UnsafeMutableRawPointer) -> ManagedObject? {
        let members = wrapper(at: address).pointee.value.members
        return members.count > distance ? members[members.count - 1 - distance] : nil
    }

    static func moveLast(
        to index: Int, at address: UnsafeMutableRawPointer
    ) -> (previous: ManagedObject?, next: ManagedObject?) {
        var members = wrapper(at: address).pointee.value.members
        // Nowhere else meanwhile, so that they are moved where they are.
        wrapper(at: address).pointee.value = Value.noMembers
        members.insert(members.removeLast(), at: index)
        let neighbors = (
            index > 0 ? members[index - 1] : nil, index + 1 < members.count ? members[index + 1] : nil
        )
        wrapper(at: address).pointee.value = Value(members: members)
        return neighbors
    }
}
