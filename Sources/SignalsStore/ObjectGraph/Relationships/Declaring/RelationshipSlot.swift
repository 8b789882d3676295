/// The slot of a relationship's wrapper in the objects of an entity.
struct RelationshipSlot: Sendable {
    /// The index among the relationships of the class.
    let index: Int
    let offset: Int
    let isToOne: Bool
    let hasInverse: Bool
    /// The class at the other end.
    let target: ObjectIdentifier
    /// The bits of a value that no member was ever put into: one word, as that of each type is.
    let noMembers: UInt

    func state(in object: ManagedObject) -> UnsafeMutablePointer<RelationshipState> {
        (Unmanaged.passUnretained(object).toOpaque() + offset).assumingMemoryBound(to: RelationshipState.self)
    }

    /// Makes the wrapper of an object that is being made know its index. A new object has no members to be found.
    func prepare(isNew: Bool, in object: ManagedObject) {
        state(in: object).pointee.index = UInt16(index)
        if !isToOne, !isNew { state(in: object).pointee.isResolved = false }
    }

    /// True if the wrapper holds no object and has not for long, without a look at the type of its value.
    func isUnused(in object: ManagedObject) -> Bool {
        UnsafeRawPointer(state(in: object) + 1).load(as: UInt.self) == noMembers
    }
}
