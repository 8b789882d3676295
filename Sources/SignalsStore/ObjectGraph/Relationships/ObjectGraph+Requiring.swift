// The preconditions for relating objects, which a program must fulfil.
extension ObjectGraph {
    /// Stops the program unless both objects belong to this context and are in it.
    func require(
        _ member: ManagedObject, canBeRelatedTo owner: ManagedObject, by relationship: RelationshipDescription
    ) {
        let property = "\(owner.entity.name).\(relationship.name)"
        guard member.confinement === owner.confinement else {
            fatalError(
                "\(property) was given a \(member.entity.name) of another context (\(member.confinement.displayName)). "
                    + "Fetch it here first, with existingObject(with: object.objectID).")
        }
        guard member.status != .gone else {
            fatalError(
                "\(property) was given a \(member.entity.name) that is in no context any more: it was deleted, here or by "
                    + "somebody else, or its insertion was taken back. Ask for its managedObjectContext first.")
        }
        guard member.storeIndex == owner.storeIndex else {
            fatalError(
                "\(property) was given a \(member.entity.name) of another store. Objects of one store are related.")
        }
    }

    /// Stops the program if either object is to be deleted: a save could only drop the relation, or refuse it.
    func requireNotDeleted(
        _ member: ManagedObject, toRelateTo owner: ManagedObject, by relationship: RelationshipDescription
    ) {
        guard member.status == .deleted || owner.status == .deleted else { return }
        let property = "\(owner.entity.name).\(relationship.name)"
        let subject =
            member.status == .deleted
            ? "\(property) was given a \(member.entity.name) that is to be deleted"
            : "\(property) was given a \(member.entity.name), and the \(owner.entity.name) is to be deleted"
        fatalError(
            "\(subject) by the next save. Undo the deletion first, with undo() or refresh(_:mergeChanges: false).")
    }
}
