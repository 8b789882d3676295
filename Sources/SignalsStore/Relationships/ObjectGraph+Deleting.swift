// What becomes of the objects at the other end when an object is deleted.
extension ObjectGraph {
    /// Applies the rules of an object's relationships in memory: objects that other contexts relate to it before the save
    /// are seen to by the store. What cannot be read now is left to the store too.
    ///
    /// - Returns: the objects that are to be deleted with it.
    func settleDeletion(of object: ManagedObject) -> [ManagedObject] {
        leaveOneWay(object)
        guard !object.entity.relationships.isEmpty else { return [] }
        try? context.load(object)
        var cascade: [ManagedObject] = []
        for relationship in object.entity.relationships {
            try? resolve(relationship, of: object)
            let members = relationship.members(in: object)
            switch relationship.deleteRule {
            case .cascade:
                try? unrelate(members, from: object, relationship)
                cascade += members
            case .nullify: try? unrelate(members, from: object, relationship)
            case .deny, .noAction: try? withdraw(object, from: members, relationship)
            }
        }
        return cascade
    }

    // Who leads to an object by a relationship without an inverse only a look at all can tell.
    private func leaveOneWay(_ object: ManagedObject) {
        let leading = object.entity.leadingOneWay
        guard !leading.isEmpty else { return }
        for owner in context.objects.all where !owner.isUnloaded && owner.status != .deleted {
            for relationship in owner.entity.relationships
            where leading.contains(where: { $0.isSame(as: relationship) }) {
                let state = relationship.state(in: owner).pointee
                let isMember =
                    relationship.isToOne
                    ? state.reference == object.number
                    : state.edits?.added[object.number] != nil
                        || relationship.members(in: owner).contains { $0 === object }
                if isMember { try? relate(owner, relationship, object, false) }
            }
        }
    }

    private func unrelate(
        _ members: [ManagedObject], from object: ManagedObject, _ relationship: RelationshipDescription
    ) throws {
        for member in members { try relate(object, relationship, member, false) }
    }

    // A to-one under these rules does not change what the object at the other end refers to, but the to-many there does
    // not hold a deleted object.
    private func withdraw(
        _ object: ManagedObject, from members: [ManagedObject], _ relationship: RelationshipDescription
    ) throws {
        guard relationship.isToOne, let inverse = relationship.inverse, !inverse.isToOne else { return }
        try unrelate(members, from: object, relationship)
    }
}
