/// A to-many that is open to be changed in place, as by `feed.items.insert(item)`.
///
/// `Set` and `Array` do not report their changes, and comparing all members takes time in proportion to their number.
/// So the program changes a copy that shares its storage with the relationship's value. The methods of `Set` and
/// `Array` that are written again for managed objects find that they run on such a copy by its address, let go of the
/// storage, and have the graph relate the one object. Any other change of the copy separates it from the relationship's
/// value: then the copy is assigned at the end.
struct RelationshipMutation {
    /// The address of the copy.
    let address: UnsafeRawPointer
    let owner: ManagedObject
    let relationship: RelationshipDescription

    /// True if two collections have the same storage, which neither can change then.
    static func isShared<Value>(_ left: Value, _ right: Value) -> Bool {
        guard MemoryLayout<Value>.size == MemoryLayout<UInt>.size else { return false }
        // SAFETY: the size was just checked; the words are compared and not used as addresses.
        return unsafeBitCast(left, to: UInt.self) == unsafeBitCast(right, to: UInt.self)
    }
}

extension ManagedObject {
    /// Opens a relationship to be changed in place.
    ///
    /// - Returns: the copy to be changed, for `endMutation`.
    @usableFromInline @inline(never)
    final func beginMutation<Value: RelationshipValue>(
        ofRelationship index: UInt16, of value: Value
    ) -> UnsafeMutablePointer<Value> {
        let copy = UnsafeMutablePointer<Value>.allocate(capacity: 1)
        copy.initialize(to: value)
        if Value.cardinality == .toOne { return copy }
        guard !confinement.isPrototype, let context = confinement.context else { return copy }
        let relationship = entity.relationships[Int(index)]
        context.relationships.begin(
            RelationshipMutation(address: UnsafeRawPointer(copy), owner: self, relationship: relationship))
        confinement.mutationCount.add(1, ordering: .relaxed)
        context.history.begin()
        return copy
    }

    /// Closes a relationship, and assigns what the copy has become if that was not done member by member.
    @usableFromInline @inline(never)
    final func endMutation<Value: RelationshipValue>(
        _ copy: UnsafeMutablePointer<Value>, ofRelationship index: UInt16, of value: Value
    ) {
        let changed = copy.move()
        if !RelationshipMutation.isShared(changed, value) { assign(changed, toRelationship: index) }
        if let context = confinement.context, context.relationships.end(at: UnsafeRawPointer(copy)) != nil {
            confinement.mutationCount.subtract(1, ordering: .relaxed)
            context.history.end()
        }
        copy.deallocate()
    }
}

extension RelationshipValue {
    /// Adds one object as a change of the relationship that this is the copy of.
    ///
    /// - Parameters:
    ///   - member: the object.
    ///   - index: its index in an order; nil for the end.
    /// - Returns: false if it is not such a copy, was changed in another way already, or has the object.
    @usableFromInline @inline(never)
    mutating func addMember(_ member: Target, at index: Int?) -> Bool {
        mutate(by: member, ifMember: false) { graph, mutation in
            try graph.add(member, to: mutation.relationship, of: mutation.owner, at: index)
        }
    }

    /// Removes one object as a change of the relationship that this is the copy of.
    ///
    /// - Returns: false if it is not such a copy, was changed in another way already, or does not have the object.
    @usableFromInline @inline(never)
    mutating func removeMember(_ member: Target) -> Bool {
        mutate(by: member, ifMember: true) { graph, mutation in
            try graph.remove(member, from: mutation.relationship, of: mutation.owner)
        }
    }

    private mutating func mutate(
        by member: Target, ifMember: Bool, _ change: (ObjectGraph, RelationshipMutation) throws -> Void
    ) -> Bool {
        let address = withUnsafeMutablePointer(to: &self) { UnsafeRawPointer($0) }
        guard member.confinement.isCurrent, let context = member.confinement.context,
            let mutation = context.relationships.mutation(at: address)
        else { return false }
        let relationship = mutation.relationship
        let wrapper = relationship.address(in: mutation.owner).assumingMemoryBound(to: Relationship<Self>.self)
        guard RelationshipMutation.isShared(self, wrapper.pointee.value),
            relationship.access.contains(member, at: wrapper) == ifMember
        else { return false }
        // The relationship's alone meanwhile, so that it is not copied.
        self = Self.noMembers
        defer { self = wrapper.pointee.value }
        mutation.owner.changeMembers(of: relationship) { try change($0, mutation) }
        return true
    }
}
