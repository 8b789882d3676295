extension ManagedObjectContext {
    /// Returns how new rows may join stored ones; nil where none may.
    func joining(of pages: [RowPage], _ policy: MergePolicy, found: Set<Int64>) -> ChangeSet.Joining? {
        if policy == .error, found.isEmpty { return nil }
        var joining = ChangeSet.Joining(found: found)
        for page in pages where !page.entity.uniqueAttributes.isEmpty {
            joining.defaults[page.entity.name] = entity(named: page.entity.name)?.attributes.map(\.defaultValue)
        }
        return joining.defaults.isEmpty ? nil : joining
    }

    /// Makes the new objects that became one with stored ones those, and has everything that refers to them find these.
    ///
    /// - Returns: the objects of the save that are left.
    func resolveJoins(_ details: CommitOutcome.Details, _ saved: ContiguousArray<ManagedObject>)
        -> (left: ContiguousArray<ManagedObject>, joined: [ManagedObject])
    {
        confinement.store.aliases.add(details.joined)
        let new = saved.filter { details.joined[$0.number] != nil }
        for object in new { object.markRelationshipsSaved(in: self) }
        let lost = Set(new.map(ObjectIdentifier.init))
        for object in objects.all { redirect(object, { details.joined[$0] }, lost) }
        let joined = new.map { adoptIdentity(of: details.joined[$0.number] ?? 0, $0, details) }
        return (saved.filter { !lost.contains(ObjectIdentifier($0)) }, joined)
    }

    /// Makes an object's relationships find their objects again where these joined stored ones.
    func redirect(_ object: ManagedObject, _ joined: (Int64) -> Int64?, _ lost: Set<ObjectIdentifier>) {
        for relationship in object.entity.relationships {
            let state = relationship.state(in: object)
            if relationship.isToOne {
                guard let owner = joined(state.pointee.reference) else { continue }
                state.pointee.reference = owner
                // The stored object had no link to it.
                if object.status.isPending { relationships.strays.note(object.number, referringTo: owner) }
                relationship.forgetMembers(of: object)
            } else if !lost.isEmpty,
                relationship.members(in: object).contains(where: { lost.contains(ObjectIdentifier($0)) })
            {
                relationship.forgetMembers(of: object)
            }
        }
    }

    /// Gives a new object the identity of a stored one; if this context has an object of that row, the new one is gone.
    ///
    /// - Returns: the object of that row from now on.
    private func adoptIdentity(of owner: Int64, _ object: ManagedObject, _ details: CommitOutcome.Details)
        -> ManagedObject
    {
        object.willChange?.send()
        object.breakRelationships()
        objects.forget(object)
        object.edits = nil
        object.number = owner
        guard let known = objects[owner] else {
            object.status = .clean
            object.version = details.versions[owner] ?? 0
            objects.add(object)
            // A value that this build's type refuses stays as it was here; the next fetch reports it.
            for (index, value) in (details.merged[owner] ?? []).enumerated() {
                try? object.entity.attributes[index].assign(value, in: object)
            }
            return object
        }
        object.status = .gone
        for relationship in known.entity.relationships where !relationship.isToOne {
            relationship.forgetMembers(of: known)
        }
        return known
    }
}
