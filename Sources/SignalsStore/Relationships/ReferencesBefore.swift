/// What an object's relationships to one led to before its row was read, so that the to-manys that are their inverse
/// can follow. A plain object of an entity without relationships costs nothing here.
struct ReferencesBefore {
    private let object: ManagedObject
    private let references: [Int64]

    init(_ object: ManagedObject) {
        self.object = object
        references = object.entity.references.map { $0.state(in: object).pointee.reference }
    }

    /// Has what is in memory at the other ends agree with the references as they are now.
    func follow(in context: ManagedObjectContext) {
        for (relationship, old) in zip(object.entity.references, references) {
            let new = relationship.state(in: object).pointee.reference
            if new != 0 { context.neighbors.note(new, of: relationship.target) }
            guard new != old, let inverse = relationship.inverse, !inverse.isToOne else { continue }
            if old != 0 { forget(old, inverse, context) }
            if new != 0 { forget(new, inverse, context) }
        }
    }

    // Its members are found again at the next access.
    private func forget(_ number: Int64, _ inverse: RelationshipDescription, _ context: ManagedObjectContext) {
        guard let owner = context.objects[object.key(of: number)] else { return }
        let state = inverse.state(in: owner)
        guard state.pointee.isResolved, owner.status != .inserted else { return }
        if inverse.members(in: owner).contains(where: { $0 === object })
            == (inverse.inverse?.state(in: object).pointee.reference == number)
        { return }
        inverse.forgetMembers(of: owner)
    }
}

extension RelationshipDescription {
    /// Has the members of a to-many be found again at the next access; what was changed here stays.
    func forgetMembers(of owner: ManagedObject) {
        state(in: owner).pointee.isResolved = false
        access.setMembers([], at: address(in: owner))
    }
}
