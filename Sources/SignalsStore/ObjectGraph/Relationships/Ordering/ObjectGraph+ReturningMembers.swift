// Members that `undo()` and `redo()` bring back, at the positions that they had.
extension ObjectGraph {
    /// Has `undo()` put members that are about to leave an ordered relationship back after those that they follow now:
    /// what comes back, comes back at the end, or at a position at which others may be by then. Those that have left
    /// already come back with those that had not.
    func recordPositions(
        of leaving: [ManagedObject], in relationship: RelationshipDescription, of owner: ManagedObject
    ) throws {
        guard context.history.isRecording, relationship.cardinality == .ordered else { return }
        try resolve(relationship, of: owner)
        let address = relationship.address(in: owner)
        guard leaving.contains(where: { relationship.access.contains($0, at: address) }) else { return }
        let before = try orderNow(of: relationship, of: owner)
        context.history.record(
            .did { context in
                let graph = ObjectGraph(context: context)
                if case .links = relationship.storage {
                    try? graph.putBackLinked(leaving, into: relationship, of: owner, before)
                } else {
                    try? graph.putBack(leaving, into: relationship, of: owner, before.version)
                }
            })
    }

    /// Puts those members back whose links undo or redo made again. Those that others linked again stay where they are, and
    /// those whose links are about to be ended again, too.
    private func putBackLinked(
        _ leaving: [ManagedObject], into relationship: RelationshipDescription, of owner: ManagedObject,
        _ before: FormerOrder
    ) throws {
        if owner.status == .gone { return }
        // Where others put some back, those too that left later, and a shorter list, and are back by now.
        let candidates = context.history.unchangedLinks.isEmpty ? leaving : before.version.members
        let returned = candidates.filter { member in
            UndoHistory.Link(owner, relationship, member).map(context.history.returnedLinks.contains) ?? false
        }
        if returned.isEmpty { return }
        let numbers = Set(returned.map(\.number))
        try setOrder(of: relationship, of: owner, to: before, moving: numbers) {
            OrderedPositions.havingPutBack(numbers, as: before.version.members, into: $0)
        }
    }

    private func putBack(
        _ leaving: [ManagedObject], into relationship: RelationshipDescription, of owner: ManagedObject,
        _ before: ListVersion
    ) throws {
        if owner.status == .gone || owner.status == .deleted { return }
        noteReturn(of: leaving, to: relationship)
        let now = try version(of: relationship, of: owner)
        if before.changes(from: now)?.isEmpty == true {
            before.takeOver()
            context.history.lists[owner, relationship] = before
        } else {
            let returned =
                context.history.unmoved.isEmpty ? leaving : before.members.filter { hasReturned($0, to: relationship) }
            let numbers = Set(returned.lazy.map(\.number))
            let members = now.members
            // A list that only other contexts changed keeps their order.
            let areStored = members.allSatisfy { isAtStoredPosition($0, in: relationship) }
            try setOrder(
                of: relationship, of: owner,
                to: areStored
                    ? relationship.sorted(members)
                    : OrderedPositions.havingPutBack(numbers, as: before.members, into: members))
        }
        context.history.record(
            .did { context in
                try? ObjectGraph(context: context).recordPositions(of: leaving, in: relationship, of: owner)
            })
    }

    /// True for a member of a list that refers to it, and has the position in it, as it was read.
    private func isAtStoredPosition(_ member: ManagedObject, in relationship: RelationshipDescription) -> Bool {
        guard member.status != .inserted, let inverse = relationship.inverse else { return false }
        let reference = member.entity.relationships[inverse.index]
        guard let base = member.edits?.base, let column = reference.column,
            let positionColumn = reference.positionColumn
        else {
            return true
        }
        let state = reference.state(in: member).pointee
        return base[column].map { $0 == .integer(state.reference) } ?? true
            && base[positionColumn].map { $0 == .real(state.position) } ?? true
    }

    /// Notes members that a step puts back, where others have put some back: those that left later, and a shorter list,
    /// are put back before these.
    private func noteReturn(of members: [ManagedObject], to relationship: RelationshipDescription) {
        if context.history.unmoved.isEmpty { return }
        for member in members {
            guard let position = position(of: member, in: relationship), !context.history.unmoved.contains(position)
            else { continue }
            context.history.returnedMembers.insert(position)
        }
    }

    private func hasReturned(_ member: ManagedObject, to relationship: RelationshipDescription) -> Bool {
        position(of: member, in: relationship).map(context.history.returnedMembers.contains) ?? false
    }

    private func position(of member: ManagedObject, in relationship: RelationshipDescription) -> ListPosition? {
        guard let inverse = relationship.inverse else { return nil }
        return member.entity.relationships[inverse.index].positionColumn.map { ListPosition(member, $0) }
    }
}
