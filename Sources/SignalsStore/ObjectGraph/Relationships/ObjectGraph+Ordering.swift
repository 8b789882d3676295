/// An order that the members of a list had whose places they keep themselves, for `undo()` and `redo()`.
private final class PlacesStep {
    let relationship: RelationshipDescription
    let owner: ManagedObject
    let before: ListVersion
    let moved: Set<Int64>?
    /// The order when the step began to be taken back.
    var present: ListVersion?
    /// The step that does it again.
    var opposite: PlacesStep?

    /// - Parameter moved: see `FormerOrder`.
    init(
        _ relationship: RelationshipDescription, of owner: ManagedObject, _ before: ListVersion, moved: Set<Int64>?
    ) {
        (self.relationship, self.owner, self.before, self.moved) = (relationship, owner, before, moved)
    }
}

/// An order that the members of a list had, as a change of what it was read as, for `undo()` and `redo()`.
private struct FormerOrder {
    let version: ListVersion
    let base: BaseOrder?
    let isReordered: Bool
    /// The numbers of the members that the step moved, which only came with it; nil where any may have been.
    var moved: Set<Int64>?

    /// The order, where the list is another one by now: what did not move is as it is now.
    static func restored(_ before: ListVersion, _ moved: Set<Int64>?, in present: [ManagedObject]) -> [ManagedObject] {
        if let moved { return OrderedPositions.havingPutBack(moved, as: before.members, into: present) }
        return OrderedPositions.restored(before.members, in: present)
    }
}

// Order.
extension ObjectGraph {
    /// Puts the members of an ordered relationship into an order.
    ///
    /// - Parameter added: the numbers of those that came just now.
    func setOrder(
        of relationship: RelationshipDescription, of owner: ManagedObject, to members: [ManagedObject],
        added: Set<Int64> = []
    ) throws {
        let before = relationship.members(in: owner)
        guard !zip(before, members).allSatisfy({ $0 === $1 }) else { return }
        let onlyAdded =
            !added.isEmpty
            && before.lazy.filter { !added.contains($0.number) }
                .elementsEqual(members.lazy.filter { !added.contains($0.number) }, by: ===)
        let step = try orderWillChange(of: relationship, of: owner, moving: onlyAdded ? added : nil)
        relationship.access.setMembers(members, at: relationship.address(in: owner))
        respace(members, relationship, of: owner)
        if let step { record(step) }
    }

    /// Gives the last member, which came just now, another place, at the cost of moving the others.
    func moveLast(
        of relationship: RelationshipDescription, of owner: ManagedObject, to index: Int
    ) throws {
        guard let member = relationship.lastMember(in: owner) else { return }
        let step = try orderWillChange(of: relationship, of: owner, moving: [member.number])
        defer { if let step { record(step) } }
        let version = context.history.lists[owner, relationship]
        relationship.remove(member, from: owner)
        relationship.insert(member, at: index, in: owner)
        // What is not in the base has no say in whether that is in another order.
        if let known = version?.reordering, relationship.state(in: owner).pointee.edits?.added[member.number] != nil {
            context.history.lists[owner, relationship]?.reordering = known
        }
        let address = relationship.address(in: owner)
        let previous = index > 0 ? relationship.access.member(index - 1, at: address) : nil
        let isLast = index + 1 == relationship.access.count(at: address)
        let next = isLast ? nil : relationship.access.member(index + 1, at: address)
        guard let next, let inverse = relationship.inverse, inverse.positionColumn != nil else { return }
        let upper = inverse.state(in: next).pointee.position
        let lower = previous.map { inverse.state(in: $0).pointee.position }
        if let position = OrderedPositions.between(lower, upper) {
            setPosition(of: member, inverse, to: position)
        } else {
            respace(relationship.members(in: owner), relationship, of: owner)
        }
    }

    /// - Returns: what `undo()` puts back, to be recorded again when the members have their positions.
    private func orderWillChange(
        of relationship: RelationshipDescription, of owner: ManagedObject, moving moved: Set<Int64>?
    ) throws -> PlacesStep? {
        if case .links = relationship.storage {
            try recordOrder(of: relationship, of: owner, moving: moved)
            owner.relationshipWillChange(relationship)
            let base = try baseOrder(of: relationship, of: owner)
            relationship.state(in: owner).pointee.edit { edits in
                edits.base = base
                edits.isReordered = true
            }
            return nil
        }
        owner.willChange?.send()
        guard context.history.isRecording else { return nil }
        let step = PlacesStep(relationship, of: owner, try version(of: relationship, of: owner), moved: moved)
        context.history.record(.did { context in try? ObjectGraph(context: context).restorePlaces(step) })
        return step
    }

    /// Has `undo()` note an order before it puts the members' positions back: they say nothing of what is between them.
    private func record(_ step: PlacesStep) {
        context.history.record(.did { context in try? ObjectGraph(context: context).notePlaces(step) })
    }

    private func notePlaces(_ step: PlacesStep) throws {
        if step.owner.status == .gone { return }
        let present = try version(of: step.relationship, of: step.owner)
        step.present = present
        let opposite = PlacesStep(step.relationship, of: step.owner, present, moved: step.moved)
        step.opposite = opposite
        context.history.record(.did { context in try? ObjectGraph(context: context).restorePlaces(opposite) })
    }

    /// The order of members that a table of links keeps, before it was changed here; nil where there is no order.
    func baseOrder(of relationship: RelationshipDescription, of owner: ManagedObject) throws -> BaseOrder? {
        guard relationship.cardinality == .ordered else { return nil }
        let edits = relationship.state(in: owner).pointee.edits
        if let base = edits?.base { return base }
        let version = try version(of: relationship, of: owner)
        let base = BaseOrder(version, without: edits?.addedHereAlone ?? [])
        version.reordering = ListVersion.Reordering(base: base, isReordered: false)
        return base
    }

    /// Gives the members positions in their order, where those are kept with them.
    private func respace(_ members: [ManagedObject], _ relationship: RelationshipDescription, of owner: ManagedObject) {
        guard let inverse = relationship.inverse, inverse.positionColumn != nil else { return }
        let positions = OrderedPositions.respaced(members.map { inverse.state(in: $0).pointee.position })
        for (member, position) in zip(members, positions)
        where inverse.state(in: member).pointee.position != position {
            setPosition(of: member, inverse, to: position)
            // Who changed holds the list, which has the order until the save: positions alone do not say it.
            let state = inverse.state(in: member)
            if state.pointee.isResolved { continue }
            inverse.access.setMember(owner, at: inverse.address(in: member))
            state.pointee.isResolved = true
        }
    }

    /// Has `undo()` put the members of an ordered relationship that a table of links keeps back into the order that they
    /// have now.
    private func recordOrder(
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

    /// Puts the members that a table of links keeps into the order of a version, or, where others are members now, into one
    /// that is worked out from theirs.
    ///
    /// - Parameter moving: the numbers of the members that may be elsewhere in that version; nil for all.
    private func setOrder(
        of relationship: RelationshipDescription, of owner: ManagedObject, to before: FormerOrder,
        moving: Set<Int64>? = nil, orElse restored: ([ManagedObject]) -> [ManagedObject]
    ) throws {
        owner.relationshipWillChange(relationship)
        let now = try version(of: relationship, of: owner)
        let base = try baseOrder(of: relationship, of: owner) ?? BaseOrder([])
        var order = before.version
        // Members that were added have places too, and no say in whether those of the base are in another order.
        var isMixed = before.isReordered && before.base === base
        if !putBack(order, over: now, moving: moving, relationship, owner, base) {
            order = ListVersion(restored(now.members))
            relationship.access.setMembers(order.members, at: relationship.address(in: owner))
            context.history.lists[owner, relationship] = order
            isMixed = areMixed(relationship, owner)
        }
        let reordering = order.reordering(from: base)
        relationship.state(in: owner).pointee.edit { edits in
            edits.base = reordering.base
            edits.isReordered = reordering.isReordered || isMixed
        }
        context.settle(owner)
    }

    /// True if members that were added are not behind all others in the order in which they came.
    private func areMixed(_ relationship: RelationshipDescription, _ owner: ManagedObject) -> Bool {
        let added = relationship.state(in: owner).pointee.edits?.addedInOrder ?? []
        let address = relationship.address(in: owner)
        let start = relationship.access.count(at: address) - added.count
        return start < 0
            || !added.indices.allSatisfy { relationship.access.member(start + $0, at: address) === added[$0] }
    }

    /// Has a list whose order was another one because of a member that undo took out be in the order that it had.
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
        before.takeOrder(of: now, changes, from: base) {
            relationship.state(in: owner).pointee.edits?.isAddedHereAlone($0) != true
        }
        context.history.lists[owner, relationship] = before
        if now.reordering == nil { noteOrder(of: now, changes, before.reordering(from: base), relationship, owner) }
        return true
    }

    /// Notes whether the members were in another order before one that had come back at the end was put back, if that is
    /// known without a look at all: it was behind one of the base that comes after it.
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
    private func restorePlaces(_ step: PlacesStep) throws {
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

    /// Has `undo()` put members that are about to leave an ordered relationship back behind those that they follow now: what
    /// comes back, comes back at the end, or at a position at which others may be by then. Those that have left already come
    /// back with those that had not.
    func recordPlaces(
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
        let returned = leaving.filter { member in
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
        let now = try version(of: relationship, of: owner)
        if before.changes(from: now)?.isEmpty == true {
            before.takeOver()
            context.history.lists[owner, relationship] = before
        } else {
            let returned = Set(leaving.lazy.filter { !isUnmoved($0, in: relationship) }.map(\.number))
            let members = now.members
            // What was changed of the list by others alone is as they have it.
            let areStored = members.allSatisfy { isAtStoredPlace($0, in: relationship) }
            try setOrder(
                of: relationship, of: owner,
                to: areStored
                    ? relationship.sorted(members)
                    : OrderedPositions.havingPutBack(returned, as: before.members, into: members))
        }
        context.history.record(
            .did { context in
                try? ObjectGraph(context: context).recordPlaces(of: leaving, in: relationship, of: owner)
            })
    }

    /// True for a member of a list that refers to it, and has the place in it, as it was read.
    private func isAtStoredPlace(_ member: ManagedObject, in relationship: RelationshipDescription) -> Bool {
        guard member.status != .inserted, let inverse = relationship.inverse else { return false }
        let reference = member.entity.relationships[inverse.index]
        guard let base = member.edits?.base, let column = reference.column, let place = reference.positionColumn else {
            return true
        }
        let state = reference.state(in: member).pointee
        return base[column].map { $0 == .integer(state.reference) } ?? true
            && base[place].map { $0 == .real(state.position) } ?? true
    }

    private func isUnmoved(_ member: ManagedObject, in relationship: RelationshipDescription) -> Bool {
        guard !context.history.unmoved.isEmpty, let inverse = relationship.inverse,
            let column = member.entity.relationships[inverse.index].positionColumn
        else { return false }
        return context.history.unmoved.contains(ListPlace(member, column))
    }

    /// The order that the members of an ordered relationship have now, for `undo()`.
    private func orderNow(of relationship: RelationshipDescription, of owner: ManagedObject) throws -> FormerOrder {
        let version = try version(of: relationship, of: owner)
        let edits = relationship.state(in: owner).pointee.edits
        return FormerOrder(version: version, base: edits?.base, isReordered: edits?.isReordered ?? false)
    }

    /// The version that the members of an ordered relationship are now.
    private func version(of relationship: RelationshipDescription, of owner: ManagedObject) throws -> ListVersion {
        try resolve(relationship, of: owner)
        if let version = context.history.lists[owner, relationship] { return version }
        let version = ListVersion(relationship.members(in: owner))
        if let base = relationship.state(in: owner).pointee.edits?.base { _ = version.reordering(from: base) }
        context.history.lists[owner, relationship] = version
        return version
    }

    /// Gives a member that comes last its place.
    func place(
        _ member: ManagedObject, atTheEndOf relationship: RelationshipDescription, of owner: ManagedObject
    ) throws {
        guard relationship.cardinality == .ordered, let inverse = relationship.inverse else { return }
        guard relationship.state(in: owner).pointee.isResolved else {
            return try placeUnread(member, atTheEndOf: relationship, of: owner)
        }
        let last = relationship.lastMember(in: owner)
        let position = last.map { inverse.state(in: $0).pointee.position } ?? 0
        // Of a list that was read with it, since it comes back before that was saved.
        if last === member, !position.isNaN { return }
        setPosition(of: member, inverse, to: (position.isNaN ? 0 : position) + OrderedPositions.stride)
    }

    func setPosition(of member: ManagedObject, _ reference: RelationshipDescription, to position: Double) {
        let reference = member.entity.relationships[reference.index]
        let state = reference.state(in: member)
        guard let column = reference.positionColumn, state.pointee.position != position else { return }
        noteListRead()
        if !state.pointee.isPositionChanged { member.attributeWillChange(UInt16(column)) }
        state.pointee.position = position
    }
}
