// Reading what many objects refer to at once.
extension ObjectGraph {
    /// Reads the objects at the other end of a relationship for many objects, with a query or two for all.
    ///
    /// - Throws: `FetchError`.
    func prefetch(_ relationship: RelationshipDescription, of owners: [ManagedObject]) throws {
        let waiting = owners.filter { !$0.isUnloaded && !relationship.state(in: $0).pointee.isResolved }
        guard !waiting.isEmpty else { return }
        if case .parent = context.source { return try waiting.forEach { try resolve(relationship, of: $0) } }
        context.relationships.hasRelatedObjects = true
        switch relationship.storage {
        case .column: try prefetchTargets(relationship, waiting)
        case .inverseColumn(let column): try prefetchReferring(relationship, column, waiting)
        case .links(let table, let side): try prefetchLinked(relationship, table, side, waiting)
        }
    }

    /// Reads the members of objects that are deleted together at once. What cannot be read now is left to the store.
    ///
    /// - Parameter leavingRows: true if members without objects may stay rows.
    func prefetchMembers(of doomed: [ManagedObject], leavingRows: Bool) {
        if doomed.count < 2 { return }
        let stored = doomed.filter { $0.status == .clean || $0.status == .updated }
        for objects in Dictionary(grouping: stored, by: { ObjectIdentifier($0.entity) }).values {
            for relationship in objects[0].entity.relationships
            where !relationship.isToOne && !(leavingRows && relationship.mayLeaveRows) {
                try? prefetch(relationship, of: objects)
            }
        }
    }

    private func prefetchTargets(_ relationship: RelationshipDescription, _ owners: [ManagedObject]) throws {
        let numbers = Set(owners.map { relationship.state(in: $0).pointee.reference })
        // Held until each is held by who refers to it.
        let targets = try context.objects(numbers.sorted(), of: relationship.target)
        try withExtendedLifetime(targets) { for owner in owners { try resolve(relationship, of: owner) } }
    }

    private func prefetchReferring(
        _ relationship: RelationshipDescription, _ column: Int, _ owners: [ManagedObject]
    ) throws {
        guard let inverse = relationship.inverse else { return }
        if relationship.cardinality == .ordered { noteListRead() }
        let stored = try context.objects(
            of: relationship.target, whose: column, isOneOf: owners.map(\.number))
        let members = Dictionary(grouping: stored) { inverse.state(in: $0).pointee.reference }
        for owner in owners {
            try hold(present(members[owner.number] ?? [], relationship, of: owner), relationship, owner)
        }
    }

    private func prefetchLinked(
        _ relationship: RelationshipDescription, _ table: JoinTable, _ side: JoinTable.Side, _ owners: [ManagedObject]
    ) throws {
        if relationship.cardinality == .ordered { noteListRead() }
        let pairs = try context.links(of: table, side, to: owners.map(\.number))
        let stored = try context.objects(Set(pairs.map(\.other)).sorted(), of: relationship.target)
        let byNumber = Dictionary(stored.map { ($0.number, $0) }) { first, _ in first }
        let members = Dictionary(grouping: pairs, by: \.owner).mapValues { $0.compactMap { byNumber[$0.other] } }
        for owner in owners {
            try hold(withEdits(members[owner.number] ?? [], relationship, of: owner), relationship, owner)
        }
    }

    private func hold(
        _ members: [ManagedObject], _ relationship: RelationshipDescription, _ owner: ManagedObject
    ) throws {
        var members = members
        // First, as in `resolve(_:of:)`.
        if !context.relationships.members.former.isEmpty {
            members = try readingFormer(members, of: relationship, of: owner)
        }
        relationship.access.setMembers(members, at: relationship.address(in: owner))
        relationship.state(in: owner).pointee.isResolved = true
    }
}
