// The effects on relationships of objects that turn out to be deleted by other contexts.
extension ObjectGraph {
    /// Removes objects that turn out to be deleted from the to-manys that hold them, and makes references to them be
    /// looked up again.
    func loseGone(_ gone: [ManagedObject]) {
        guard !gone.isEmpty else { return }
        let byNumber = Dictionary(gone.map { ($0.number, $0) }) { first, _ in first }
        let entities = Set(gone.lazy.map { ObjectIdentifier($0.entity) })
        var leading: [ObjectIdentifier: [RelationshipDescription]] = [:]
        for entity in context.entities {
            leading[ObjectIdentifier(entity)] = entity.relationships.filter { relationship in
                relationship.target.family.contains { entities.contains(ObjectIdentifier($0)) }
            }
        }
        // Most are of classes that refer to no such object.
        let owners = context.objects.all { leading[ObjectIdentifier($0.entity)]?.isEmpty == false }
        for owner in owners {
            let isObserved = owner.willChange != nil
            for relationship in leading[ObjectIdentifier(owner.entity)] ?? [] {
                let state = relationship.state(in: owner).pointee
                if relationship.isToOne {
                    guard let lost = byNumber[state.reference] else { continue }
                    relationship.forgetMembers(of: owner)
                    if relationship.endsWith(lost, in: owner) {
                        relationship.state(in: owner).pointee.reference = 0
                        continue
                    }
                    // The row may come back, and is read without knowing of this then.
                    if owner.status.isPending {
                        context.relationships.strays.note(owner.number, referringTo: state.reference)
                    }
                    continue
                }
                guard state.isResolved else { continue }
                let added = (state.edits?.added ?? [:]).keys.filter { byNumber[$0] != nil }
                if !relationship.hasInverse {
                    for number in added { context.relationships.strays.noteDangling(owner.number, referringTo: number) }
                }
                // Members that were added here may come back, to their positions.
                if !added.isEmpty { relationship.noteShown(of: owner) }
                let address = relationship.address(in: owner)
                if isObserved, relationship.members(in: owner).contains(where: { byNumber[$0.number] === $0 }) {
                    owner.willChange?.send()
                }
                if gone.count < Self.few {
                    for object in gone { relationship.access.remove(object, at: address) }
                } else {
                    relationship.takeOut(byNumber, of: owner)
                }
            }
        }
    }

    /// Runs a closure by which objects are gone, and removes them from the to-manys that hold many of them at once: one by
    /// one they would be looked for among all members.
    func removingFromLists(_ objects: [ManagedObject], _ body: () -> Void) {
        notifyObservers(leadingTo: objects)
        var counts: [ObjectIdentifier: [Int: (owner: ManagedObject, count: Int)]] = [:]
        if objects.count >= Self.few {
            for object in objects {
                for reference in object.entity.references {
                    guard let inverse = reference.toManyInverse,
                        let owner = context.objects[reference.state(in: object).pointee.reference]
                    else { continue }
                    counts[ObjectIdentifier(owner), default: [:]][inverse.index, default: (owner, 0)].count += 1
                }
            }
        }
        var lists: [(relationship: RelationshipDescription, owner: ManagedObject, members: [ManagedObject])] = []
        for (index, list) in counts.values.joined() where list.count >= Self.few {
            let relationship = list.owner.entity.relationships[index]
            guard relationship.state(in: list.owner).pointee.isResolved else { continue }
            list.owner.willChange?.send()
            lists.append((relationship, list.owner, relationship.members(in: list.owner)))
            relationship.forgetMembers(of: list.owner)
        }
        body()
        for (relationship, owner, members) in lists where owner.status != .gone {
            let left = members.filter { $0.status != .gone }
            relationship.access.setMembers(left, at: relationship.address(in: owner))
            relationship.state(in: owner).pointee.isResolved = true
        }
    }

    /// Notifies the observers of objects whose to-ones refer to objects that will be gone.
    private func notifyObservers(leadingTo doomed: [ManagedObject]) {
        if doomed.isEmpty { return }
        let numbers = Set(doomed.lazy.map(\.number))
        for object in context.objects.all(where: { $0.willChange != nil }) {
            guard let willChange = object.willChange else { continue }
            let isConcerned = object.entity.references.contains {
                numbers.contains($0.state(in: object).pointee.reference)
            }
            if isConcerned { willChange.send() }
        }
    }

    /// Fewer objects than these are looked for one by one.
    private static var few: Int { 16 }
}

extension RelationshipDescription {
    /// True if a one-to-one of an object ended with the row of its other end, which took it along: it was kept while
    /// that had changes here.
    fileprivate func endsWith(_ lost: ManagedObject, in object: ManagedObject) -> Bool {
        guard inverse?.isToOne == true, let column, !lost.entity.leavesReferences else { return false }
        return object.edits?.base[column] == nil && object.status != .deleted
    }
}
