// The order of an ordered relationship, and the positions of its members.
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
        // A fault does not know its position.
        for member in members where member.isUnloaded {
            do { try context.load(member) } catch FetchError.noSuchObject {}
        }
        let onlyAdded =
            !added.isEmpty
            && before.lazy.filter { !added.contains($0.number) }
                .elementsEqual(members.lazy.filter { !added.contains($0.number) }, by: ===)
        let step = try orderWillChange(of: relationship, of: owner, moving: onlyAdded ? added : nil)
        relationship.access.setMembers(members, at: relationship.address(in: owner))
        respace(members, relationship, of: owner)
        if let step { record(step) }
    }

    /// Gives the last member, which came just now, another index, at the cost of moving the others.
    func moveLast(
        of relationship: RelationshipDescription, of owner: ManagedObject, to index: Int
    ) throws {
        guard let member = relationship.lastMember(in: owner) else { return }
        let step = try orderWillChange(of: relationship, of: owner, moving: [member.number])
        defer { if let step { record(step) } }
        let version = context.history.lists[owner, relationship]
        relationship.remove(member, from: owner)
        relationship.insert(member, at: index, in: owner)
        // A member that is not in the base does not affect the comparison with the base's order.
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
    ) throws -> PositionsStep? {
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
        let step = PositionsStep(relationship, of: owner, try version(of: relationship, of: owner), moved: moved)
        context.history.record(.did { context in try? ObjectGraph(context: context).restorePositions(step) })
        return step
    }

    /// The order of members that a join table keeps, before it was changed here; nil where there is no order.
    func baseOrder(of relationship: RelationshipDescription, of owner: ManagedObject) throws -> BaseOrder? {
        guard relationship.cardinality == .ordered else { return nil }
        if let base = relationship.state(in: owner).pointee.edits?.base { return base }
        try readMembersLeft(of: relationship, of: owner)
        let edits = relationship.state(in: owner).pointee.edits
        if let base = edits?.base { return base }
        let version = try version(of: relationship, of: owner)
        let base = BaseOrder(version, without: edits?.addedHereAlone ?? [])
        version.reordering = ListVersion.Reordering(base: base, isReordered: false)
        return base
    }

    /// Reads an ordered relationship with the members that were taken out while nobody had read it: their places are
    /// part of the order, which other contexts may change meanwhile.
    func readMembersLeft(of relationship: RelationshipDescription, of owner: ManagedObject) throws {
        let state = relationship.state(in: owner)
        guard let edits = state.pointee.edits, edits.base == nil else { return }
        // A member that is to be deleted loses its place.
        let left = edits.removed.values.filter { $0.status != .deleted && $0.status != .gone }
        if left.isEmpty { return }
        state.pointee.edit { edits in for member in left { _ = edits.drop(member.number) } }
        relationship.forgetMembers(of: owner)
        do { try resolve(relationship, of: owner) } catch {
            state.pointee.edits = edits
            throw error
        }
        for member in left.sorted(by: { $0.number < $1.number }) {
            // A member that other contexts removed as well is added if it comes back.
            guard relationship.access.contains(member, at: relationship.address(in: owner)) else { continue }
            try link(owner, relationship, member, false, byMember: edits.madeByMembers.contains(member.number))
            if edits.implied.contains(member.number) {
                state.pointee.edit { _ = $0.implied.insert(member.number) }
            }
        }
    }

    /// Gives the members positions in their order, where those are kept with them.
    func respace(_ members: [ManagedObject], _ relationship: RelationshipDescription, of owner: ManagedObject) {
        guard let inverse = relationship.inverse, inverse.positionColumn != nil else { return }
        let positions = OrderedPositions.respaced(members.map { inverse.state(in: $0).pointee.position })
        for (member, position) in zip(members, positions)
        where inverse.state(in: member).pointee.position != position {
            setPosition(of: member, inverse, to: position)
            // A changed member keeps the list, which has the order until the save: positions alone do not determine it.
            let state = inverse.state(in: member)
            if state.pointee.isResolved { continue }
            inverse.access.setMember(owner, at: inverse.address(in: member))
            state.pointee.isResolved = true
        }
    }

    /// The version that the members of an ordered relationship are now.
    func version(of relationship: RelationshipDescription, of owner: ManagedObject) throws -> ListVersion {
        try resolve(relationship, of: owner)
        if let version = context.history.lists[owner, relationship] { return version }
        let version = ListVersion(relationship.members(in: owner))
        if let base = relationship.state(in: owner).pointee.edits?.base { _ = version.reordering(from: base) }
        context.history.lists[owner, relationship] = version
        return version
    }

    /// Gives a member that comes last its position.
    func position(
        _ member: ManagedObject, atTheEndOf relationship: RelationshipDescription, of owner: ManagedObject
    ) throws {
        guard relationship.cardinality == .ordered, let inverse = relationship.inverse else { return }
        guard relationship.state(in: owner).pointee.isResolved else {
            return try positionUnread(member, atTheEndOf: relationship, of: owner)
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
