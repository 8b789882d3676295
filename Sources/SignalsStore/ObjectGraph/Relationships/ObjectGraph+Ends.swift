// Members that come last in lists that were not read, where the members keep the order.
extension ObjectGraph {
    /// The position of the last member of a list as it is here, which need not have been read; 0 for an empty list.
    ///
    /// - Throws: `FetchError`.
    func lastPosition(in relationship: RelationshipDescription, of owner: ManagedObject) throws -> Double {
        guard let inverse = relationship.inverse else { return 0 }
        let state = relationship.state(in: owner)
        if state.pointee.isResolved {
            let last = relationship.lastMember(in: owner).map { inverse.state(in: $0).pointee.position } ?? 0
            return last.isNaN ? 0 : last
        }
        let isStored = owner.status != .inserted || owner.isStoredToo
        let stored = isStored ? try context.lastPosition(in: relationship, of: owner.number) : 0
        let added = Array((state.pointee.edits?.added ?? [:]).values) + strays(of: relationship, of: owner)
        return added.lazy.filter { inverse.state(in: $0).pointee.reference == owner.number }
            .map { inverse.state(in: $0).pointee.position }.reduce(stored) { $1 > $0 ? $1 : $0 }
    }

    /// Gives a member the position after the last one of a list that was not read.
    ///
    /// - Throws: `FetchError`.
    func positionUnread(
        _ member: ManagedObject, atTheEndOf relationship: RelationshipDescription, of owner: ManagedObject
    ) throws {
        guard let inverse = relationship.inverse,
            let column = member.entity.relationships[inverse.index].positionColumn
        else { return }
        let list = UnreadLists.List(owner: owner.number, index: relationship.index)
        let commits = context.coordinator.commitCount
        let last = try context.listPositions.unread.end(of: list) ?? lastPosition(in: relationship, of: owner)
        setPosition(of: member, inverse, to: last + OrderedPositions.stride)
        context.listPositions.unread.note(
            member.number, column, at: last + OrderedPositions.stride, of: list, asOf: commits)
    }

    /// The members of a list that has just been read, in their order: what came last before it was read comes after what
    /// others put there.
    func withEnd(
        _ members: [ManagedObject], _ relationship: RelationshipDescription, of owner: ManagedObject
    ) -> [ManagedObject] {
        let list = UnreadLists.List(owner: owner.number, index: relationship.index)
        context.listPositions.unread.forgetEnd(of: list)
        guard !context.listPositions.unread.isEmpty, let inverse = relationship.inverse else { return members }
        let isLast = members.map { isAtEnd($0, by: inverse) }
        let last = zip(members, isLast).filter(\.1).map(\.0)
        if last.isEmpty { return members }
        for member in last {
            let column = member.entity.relationships[inverse.index].positionColumn
            if let column { context.listPositions.unread.forget(member.number, column) }
        }
        if isLast.suffix(last.count).allSatisfy({ $0 }) { return members }
        let others = zip(members, isLast).filter { !$1 }.map(\.0)
        let position = others.last.map { inverse.state(in: $0).pointee.position } ?? 0
        setPosition(of: last, by: inverse, after: position.isNaN ? 0 : position)
        return others + last
    }

    /// Puts the last members of unread lists after those that other contexts have appended since.
    ///
    /// - Throws: `FetchError`.
    func positionUnreadMembers() throws {
        for (list, members) in unreadEnds() {
            let inverse = members[0].reference
            guard let relationship = inverse.inverse else { continue }
            let last = try context.lastPosition(in: relationship, of: list.owner)
            let ordered = members.map { (inverse.state(in: $0.member).pointee.position, $0.member) }
                .sorted { ($0.0, $0.1.number) < ($1.0, $1.1.number) }
            if last < ordered[0].0 { continue }
            context.listPositions.unread.forgetEnd(of: list)
            setPosition(of: ordered.map(\.1), by: inverse, after: last)
        }
    }

    /// Notes which of the members that a child put into lists that were not read here it put last.
    ///
    /// - Throws: `FetchError`.
    func noteEnds(_ members: some Sequence<ManagedObject>) throws {
        let commits = context.coordinator.commitCount
        var ends: [UnreadLists.List: Double] = [:]
        for member in members where member.status != .deleted {
            for reference in member.entity.references where reference.isPositionChanged(in: member) {
                guard let (list, relationship) = unreadList(of: member, by: reference),
                    let column = reference.positionColumn
                else { continue }
                let state = reference.state(in: member).pointee
                let end = try ends[list] ?? context.lastPosition(in: relationship, of: list.owner)
                ends[list] = end
                guard state.position > end else { continue }
                context.listPositions.unread.note(member.number, column, at: state.position, of: list, asOf: commits)
            }
        }
        // Others of the list may be after them.
        for list in ends.keys { context.listPositions.unread.forgetEnd(of: list) }
    }

    private func setPosition(of members: [ManagedObject], by inverse: RelationshipDescription, after last: Double) {
        var position = last
        context.withoutUndo {
            for member in members {
                position += OrderedPositions.stride
                setPosition(of: member, inverse, to: position)
            }
        }
    }

    private func isAtEnd(_ member: ManagedObject, by reference: RelationshipDescription) -> Bool {
        let own = member.entity.relationships[reference.index]
        guard let column = own.positionColumn else { return false }
        let state = own.state(in: member).pointee
        return context.listPositions.unread.isEnd(state.position, member.number, column, of: state.reference)
    }

    /// The last members of unread lists, by the lists.
    private func unreadEnds() -> [UnreadLists.List: [(member: ManagedObject, reference: RelationshipDescription)]] {
        var lists: [UnreadLists.List: [(member: ManagedObject, reference: RelationshipDescription)]] = [:]
        for member in context.objects.pending where member.status != .deleted {
            for reference in member.entity.references where reference.positionColumn != nil {
                guard isAtEnd(member, by: reference), let (list, _) = unreadList(of: member, by: reference) else {
                    continue
                }
                lists[list, default: []].append((member, reference))
            }
        }
        return lists
    }

    /// The list that an object is in by a reference, where it is stored and was not read.
    private func unreadList(
        of member: ManagedObject, by reference: RelationshipDescription
    ) -> (UnreadLists.List, RelationshipDescription)? {
        let number = reference.state(in: member).pointee.reference
        guard number != 0, let inverse = reference.inverse, inverse.cardinality == .ordered else { return nil }
        if let owner = context.objects[number] {
            if owner.status == .inserted || inverse.state(in: owner).pointee.isResolved { return nil }
        }
        return (UnreadLists.List(owner: number, index: inverse.index), inverse)
    }
}
