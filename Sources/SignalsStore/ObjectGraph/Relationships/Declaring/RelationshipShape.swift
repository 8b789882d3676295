/// A relationship as its class declares it, before the other end is known.
struct RelationshipShape {
    let name: String
    /// The index among the relationships of the class, which its subclasses keep.
    let index: Int
    let access: any RelationshipAccess.Type
    let declaration: RelationshipDeclaration
    /// The offset of the wrapper in an object, in bytes from its start.
    let offset: Int

    func slot(hasInverse: Bool) -> RelationshipSlot {
        RelationshipSlot(
            index: index, offset: offset, isToOne: access.cardinality == .toOne, hasInverse: hasInverse,
            target: ObjectIdentifier(access.targetType), noMembers: access.noMembers)
    }
}
