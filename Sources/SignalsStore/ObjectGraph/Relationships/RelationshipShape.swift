/// A relationship as its class declares it, before the other end is known.
struct RelationshipShape {
    let name: String
    /// The place among the relationships of the class, which its subclasses keep.
    let index: Int
    let access: any RelationshipAccess.Type
    let declaration: RelationshipDeclaration
    /// The offset of the wrapper in an object, in bytes from its start.
    let offset: Int

    var slot: RelationshipSlot { RelationshipSlot(offset: offset, isToOne: access.cardinality == .toOne) }
}

/// The slot of a relationship's wrapper in the objects of an entity.
struct RelationshipSlot: Sendable {
    let offset: Int
    let isToOne: Bool

    func state(in object: ManagedObject) -> UnsafeMutablePointer<RelationshipState> {
        (Unmanaged.passUnretained(object).toOpaque() + offset).assumingMemoryBound(to: RelationshipState.self)
    }

    /// Makes the wrapper of an object that is being made know its place. A new object has no members to be found.
    func prepare(_ index: Int, isNew: Bool, in object: ManagedObject) {
        state(in: object).pointee.index = UInt16(index)
        if !isToOne, !isNew { state(in: object).pointee.isResolved = false }
    }
}

/// A relationship whose other end is known.
struct ResolvedRelationship {
    var storage: RelationshipDescription.Storage
    /// The index of the relationship of the target that leads back.
    var inverse: Int?
    var positionColumn: Int?
}
