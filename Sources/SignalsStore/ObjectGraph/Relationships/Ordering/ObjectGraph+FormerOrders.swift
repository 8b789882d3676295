// Orders that `undo()` and `redo()` put back.
extension ObjectGraph {
    /// Has `undo()` note an order before it puts the members' positions back: they say nothing of what is between them.
    func record(_ step: PositionsStep) {
        context.history.record(.did { context in try? ObjectGraph(context: context).notePositions(step) })
    }

    private func notePositions(_ step: PositionsStep) throws {
        if step.owner.status == .gone { return }
        let present = try version(of: step.relationship, of: step.owner)
        step.present = present
        let opposite = PositionsStep(step.relationship, of: step.owner, present, moved: step.moved)
        step.opposite = opposite
        context.history.record(.did { context in try? ObjectGraph(context: context).restorePositions(opposite) })
    }

    /// Has `undo()` put the members of an ordered relationship that a join table keeps back into the order that they
    /// have now.
    func recordOrder(
        of relationship: RelationshipDescription, of owner: ManagedObject, moving moved: Set<Int64>?
    ) throws {
        guard context.history.isRecording else { return }
        var before = try orderNow(of: relationship, of: owner)
        before.moved = moved
        context.history.record(
            .did { [before] context in
                try? ObjectGraph(context: context).restoreOrder(of: relationship, of: owner, before)
            })
    }

    private func restoreOrder(
        of relationship: RelationshipDescription, of owner: ManagedObject, _ before: FormerOrder
    ) throws {
        if owner.status == .gone { return }
        try recordOrder(of: relationship, of: owner, moving: before.moved)
        try setOrder(of: relationship, of: owner, to: before) {
            FormerOrder.restored(before.version, before.moved, in: $0)
        }
    }

    /// Puts the members that a join table keeps into the order of a version, or, where others are members now, into one
    /// that is worked out from theirs.
    ///
    /// - Parameter moving: the numbers of the members that may be elsewhere in that version; nil for all.
    func setOrder(
        of relationship: RelationshipDescription, of owner: ManagedObject, to before: FormerOrder,
        moving: Set<Int64>? = nil, orElse restored: ([ManagedObject]) -> [ManagedObject]
    ) throws {
        owner.relationshipWillChange(relationship)
        let now = try version(of: relationship, of: owner)
        let base = try baseOrder(of: relationship, of: owner) ?? BaseOrder([])
        var order = before.version
        // Members that were added have positions too, and no say in whether those of the base are in another order.
        var isMixed = before.isReordered && before.base === base
        if !putBack(order, over: now, moving: moving, relationship, owner, base) {
            order = ListVersion(restored(now.members))
            relationship.access.setMembers(order.members, at: relationship.address(in: owner))
            context.history.lists[owner, relationship] = order
            isMixed = areMixed(relationship, owner)
        }
        let reordering = order.reordering(from: base)
        // A list that came back with its owner, and with no members of others, has the order that the source has now.
        let isWhole = moving.map { moving in
            relationship.access.count(at: relationship.address(in: owner)) <= moving.count
                && now.members.allSatisfy { moving.contains($0.number) }
        }
        relationship.state(in: owner).pointee.edit { edits in
            let isAsRead = isWhole == true && !before.isReordered && edits.added.isEmpty && edits.removed.isEmpty
            edits.base = isAsRead ? nil : reordering.base
            edits.isReordered = !isAsRead && (reordering.isReordered || isMixed)
        }
        context.dropRevertedEdits(of: owner)
    }

    /// True if members that were added are not after all others in the order in which they came.
    private func areMixed(_ relationship: RelationshipDescription, _ owner: ManagedObject) -> Bool {
        let added = relationship.state(in: owner).pointee.edits?.addedInOrder ?? []
        let address = relationship.address(in: owner)
        let start = relationship.access.count(at: address) - added.count
        return start < 0
            || !added.indices.allSatisfy { relationship.access.member(start + $0, at: address) === added[$0] }
    }

    /// Forgets that an object's lists were put into another order, where only members that have left them were moved.
    func noteOrdersLeft(of owner: ManagedObject) {
        for relationship in owner.entity.relationships where relationship.links != nil {
            // A list that cannot be read counts as reordered still, and the save merges it.
            try? noteOrderLeft(of: relationship, of: owner)
        }
    }

    /// Forgets that a list was put into another order, where only a member that undo took out was moved.
    func noteOrderLeft(of relationship: RelationshipDescription, of owner: ManagedObject) throws {
        guard let edits = relationship.state(in: owner).pointee.edits, edits.isReordered, let base = edits.base else {
            return
        }
        let version = try version(of: relationship, of: owner)
        let isReordered = version.reordering(from: base).isReordered || areMixed(relationship, owner)
        relationship.state(in: owner).pointee.edit { $0.isReordered = isReordered }
    }

    /// Puts the members into the order of a version, at the cost of those that are elsewhere now.
    ///
    /// - Returns: false where others are members now, or others or many are elsewhere.
    private func putBack(
        _ before: ListVersion, over now: ListVersion, moving: Set<Int64>?, _ relationship: RelationshipDescription,
        _ owner: ManagedObject, _ base: BaseOrder
    ) -> Bool {
        guard let changes = before.changes(from: now), changes.keepMembers,
            moving.map({ moving in changes.allSatisfy { moving.contains($0.member.number) } }) ?? true
        else { return false }
        let address = relationship.address(in: owner)
        for change in changes {
            switch change {
            case .insertion(let member, let index): relationship.access.insert(member, index, at: address)
            case .removal(let member, _): relationship.access.remove(member, at: address)
            }
        }
        before.takeOver()
        before.adoptOrder(of: now, changes, from: base) {
            relationship.state(in: owner).pointee.edits?.isAddedHereAlone($0) != true
        }
        context.history.lists[owner, relationship] = before
        if now.reordering == nil { noteOrder(of: now, changes, before.reordering(from: base), relationship, owner) }
        return true
    }

    /// Notes whether the members were in another order before one that had come back at the end was put back, if that is
    /// known without a look at all: it was after one of the base that comes after it.
    private func noteOrder(
        of now: ListVersion, _ changes: [ListVersion.Change], _ known: ListVersion.Reordering,
        _ relationship: RelationshipDescription, _ owner: ManagedObject
    ) {
        if changes.isEmpty { return now.reordering = known }
        let address = relationship.address(in: owner)
        guard changes.count == 2, case .insertion(_, let index) = changes[1], !known.isReordered,
            index + 1 < relationship.access.count(at: address)
        else { return }
        let next = relationship.access.member(index + 1, at: address)
        guard relationship.state(in: owner).pointee.edits?.added[next.number] == nil else { return }
        now.reordering = ListVersion.Reordering(base: known.base, isReordered: true)
    }

    /// Puts the members of an ordered relationship that is the inverse of references back into an order.
    func restorePositions(_ step: PositionsStep) throws {
        let (relationship, owner) = (step.relationship, step.owner)
        if owner.status == .gone { return }
        let now = try version(of: relationship, of: owner)
        // Their positions came back before.
        if step.before.changes(from: now)?.isEmpty == true {
            step.before.takeOver()
            context.history.lists[owner, relationship] = step.before
        } else {
            let order = FormerOrder.restored(step.before, step.moved, in: (step.present ?? now).members)
            owner.willChange?.send()
            relationship.access.setMembers(order, at: relationship.address(in: owner))
            respace(order, relationship, of: owner)
        }
        if let opposite = step.opposite { record(opposite) }
    }

    /// The order that the members of an ordered relationship have now, for `undo()`.
    func orderNow(of relationship: RelationshipDescription, of owner: ManagedObject) throws -> FormerOrder {
        let version = try version(of: relationship, of: owner)
        let edits = relationship.state(in: owner).pointee.edits
        return FormerOrder(version: version, base: edits?.base, isReordered: edits?.isReordered ?? false)
    }
}
