/// Changes relationships between the objects of a context, and keeps the inverse of each.
///
/// Everything that a program does to a relationship comes down to three changes, each in one function here: another
/// reference (`setReference`), a link made or ended (`setLinked`), another order (`setOrder`). A reference is a column,
/// so code that hooks into assignments, such as undo and read-only contexts, uses `attributeWillChange` for it; for the
/// other two it uses `relationshipWillChange`.
struct ObjectGraph {
    let context: ManagedObjectContext

    /// Makes an object's relationship refer to these objects, as an assignment does.
    ///
    /// All that it changes, on both sides, is one step of `undo()`.
    func assign(_ members: [ManagedObject], to relationship: RelationshipDescription, of owner: ManagedObject) throws {
        context.history.begin()
        defer { context.history.end() }
        for member in members { require(member, canBeRelatedTo: owner, by: relationship) }
        try resolve(relationship, of: owner)
        let wanted = Set(members.map(ObjectIdentifier.init))
        guard wanted.count == members.count else {
            fatalError("\(owner.entity.name).\(relationship.name) was given an object twice. It holds each once.")
        }
        let present = relationship.members(in: owner)
        let known = Set(present.map(ObjectIdentifier.init))
        let added = members.filter { !known.contains(ObjectIdentifier($0)) }
        for member in added { requireNotDeleted(member, toRelateTo: owner, by: relationship) }
        try unrelate(present.filter { !wanted.contains(ObjectIdentifier($0)) }, from: owner, relationship)
        for member in added { try relate(owner, relationship, member, true) }
        guard relationship.cardinality == .ordered else { return }
        // Without faults that turned out to be gone.
        let order = members.filter { $0.status != .gone }
        try setOrder(of: relationship, of: owner, to: order, added: Set(added.lazy.map(\.number)))
    }

    /// Makes an object's to-one refer to another object, or to none, as an assignment does.
    func assign(
        _ target: ManagedObject?, toReference relationship: RelationshipDescription, of owner: ManagedObject
    ) throws {
        context.history.begin()
        defer { context.history.end() }
        if let target {
            require(target, canBeRelatedTo: owner, by: relationship)
            // Under deny a reference refers to what is to be deleted until that is saved.
            if relationship.state(in: owner).pointee.reference != target.number {
                requireNotDeleted(target, toRelateTo: owner, by: relationship)
            }
        }
        try setReference(of: owner, relationship, to: target)
    }

    /// Takes one object into a to-many that holds all of its members, at an index where there is an order, or at the end.
    ///
    /// Does what `assign` does, at a cost that does not grow with the members.
    func add(
        _ member: ManagedObject, to relationship: RelationshipDescription, of owner: ManagedObject, at index: Int?
    ) throws {
        context.history.begin()
        defer { context.history.end() }
        require(member, canBeRelatedTo: owner, by: relationship)
        requireNotDeleted(member, toRelateTo: owner, by: relationship)
        try resolve(relationship, of: owner)
        try relate(owner, relationship, member, true)
        if let index, relationship.lastMember(in: owner) === member {
            try moveLast(of: relationship, of: owner, to: index)
        }
    }

    /// Takes one object out of a to-many.
    func remove(
        _ member: ManagedObject, from relationship: RelationshipDescription, of owner: ManagedObject
    ) throws {
        context.history.begin()
        defer { context.history.end() }
        try relate(owner, relationship, member, false)
    }

    /// Takes objects out of a relationship.
    func unrelate(
        _ leaving: [ManagedObject], from owner: ManagedObject, _ relationship: RelationshipDescription
    ) throws {
        var leaving = leaving[...]
        if leaving.count > 1, relationship.cardinality == .ordered, let first = leaving.popFirst() {
            // The first by itself, which keeps the order before; the others at once, since to take out one moves those
            // after it.
            try recordPositions(of: [first] + leaving, in: relationship, of: owner)
            try relate(owner, relationship, first, false)
            let gone = Set(leaving.map(ObjectIdentifier.init))
            relationship.access.setMembers(
                relationship.members(in: owner).filter { !gone.contains(ObjectIdentifier($0)) },
                at: relationship.address(in: owner))
        }
        for member in leaving { try relate(owner, relationship, member, false) }
    }

    /// Takes an object in or out of a to-many.
    func relate(
        _ owner: ManagedObject, _ relationship: RelationshipDescription, _ member: ManagedObject, _ isMember: Bool
    ) throws {
        switch relationship.storage {
        case .inverseColumn:
            guard let inverse = relationship.inverse else { return }
            try setReference(of: member, inverse, to: isMember ? owner : nil)
        case .links: try setLinked(owner, relationship, member, isMember)
        case .column: try setReference(of: owner, relationship, to: isMember ? member : nil)
        }
    }
}

// References.
extension ObjectGraph {
    /// Makes a to-one refer to another object, or to none, and keeps its inverse.
    func setReference(
        of object: ManagedObject, _ relationship: RelationshipDescription, to target: ManagedObject?
    ) throws {
        do { try context.load(object) } catch FetchError.noSuchObject {
            // As at an access of a value: it belongs to no context any more, and what is assigned to it is lost with it.
            return object.fireFault()
        }
        // So does one that a list that was read for this turned out to lead to in vain.
        if object.status == .gone { return }
        // Of the object's own class: a subclass has the column at another index.
        let relationship = object.entity.relationships[relationship.index]
        let state = relationship.state(in: object)
        let old = state.pointee.reference
        guard old != target?.number ?? 0, let column = relationship.column else { return }
        if let inverse = relationship.inverse, inverse.cardinality == .ordered, let owner = context.objects[old] {
            // First: a list that is read now has no object without changes whose row is gone, and that is gone with it.
            context.keepBase(of: object.entity.properties[column], in: object)
            do { try recordPositions(of: [object], in: inverse, of: owner) } catch {
                context.dropRevertedEdits(of: object)
                throw error
            }
        }
        // Its position is taken back with the save if it is in no list then; `undo()` puts it back there, after the
        // reference. In a list it is one here, also if it is the same as before: another context may put the object
        // into another list meanwhile.
        if let column = relationship.positionColumn, !state.pointee.isPositionChanged {
            object.attributeWillChange(UInt16(column))
        }
        if state.pointee.isChanged {
            context.objects.noteChange()
        } else {
            object.attributeWillChange(UInt16(column))
        }
        if object.edits?.implied.isEmpty == false { object.edits?.implied.remove(column) }
        context.relationships.hasRelatedObjects = true
        state.pointee.reference = target?.number ?? 0
        state.pointee.isResolved = true
        relationship.access.setMember(target, at: relationship.address(in: object))
        guard let inverse = relationship.inverse else { return }
        if old != 0 { try leave(old, object, relationship, inverse) }
        if let target { try enter(target, object, inverse) }
    }

    /// Takes an object out of the inverse of its to-one.
    private func leave(
        _ old: Int64, _ object: ManagedObject, _ relationship: RelationshipDescription,
        _ inverse: RelationshipDescription
    ) throws {
        if inverse.isToOne {
            guard let owner = try context.object(at: old, relationship.target),
                inverse.state(in: owner).pointee.reference == object.number
            else { return }
            return try setReference(of: owner, inverse, to: nil)
        }
        guard let owner = context.objects[old] else { return }
        try change(inverse, of: owner, object, false)
    }

    /// Ends the reference back from the former target of an object's one-to-one, unless that was changed with it.
    ///
    /// - Returns: the object at that end, if it is changed.
    func part(
        _ object: ManagedObject, by relationship: RelationshipDescription, from former: Int64
    ) throws -> ManagedObject? {
        guard object.status != .gone, relationship.state(in: object).pointee.reference != former,
            let inverse = relationship.inverse, let other = try context.object(at: former, relationship.target),
            other.status != .deleted, inverse.state(in: other).pointee.reference == object.number
        else { return nil }
        try setReference(of: other, inverse, to: nil)
        return other
    }

    /// The one-to-ones of an object, and what they refer to.
    func pairings(of object: ManagedObject) -> [(reference: RelationshipDescription, number: Int64)] {
        object.entity.references.filter { $0.inverse?.isToOne == true }
            .map { ($0, $0.state(in: object).pointee.reference) }
    }

    /// Makes the partners of an object's one-to-ones agree with it, after its changes were taken back.
    ///
    /// - Parameter former: their targets before that.
    func synchronizePairings(
        of object: ManagedObject, former: [(reference: RelationshipDescription, number: Int64)]
    ) throws {
        for (reference, former) in former {
            if former != 0, let other = try part(object, by: reference, from: former) {
                context.dropRevertedEdits(of: other)
            }
            guard let inverse = reference.inverse,
                let other = context.objects[reference.state(in: object).pointee.reference], other.status == .updated
            else { continue }
            let rival = inverse.state(in: other).pointee.reference
            guard rival != object.number else { continue }
            try setReference(of: other, inverse, to: object)
            context.dropRevertedEdits(of: other)
            if let rival = context.objects[rival] { context.dropRevertedEdits(of: rival) }
        }
    }

    /// Puts an object into the inverse of its to-one.
    private func enter(_ owner: ManagedObject, _ object: ManagedObject, _ inverse: RelationshipDescription) throws {
        if inverse.isToOne { return try setReference(of: owner, inverse, to: object) }
        try change(inverse, of: owner, object, true)
    }
}

// Members.
extension ObjectGraph {
    /// Makes or ends a link, and keeps its inverse.
    func setLinked(
        _ owner: ManagedObject, _ relationship: RelationshipDescription, _ member: ManagedObject, _ isLinked: Bool
    ) throws {
        // Before, since steps are taken back in the opposite order: what comes back, comes back at the end.
        if !isLinked {
            try recordPositions(of: [member], in: relationship, of: owner)
            if let inverse = relationship.inverse { try recordPositions(of: [owner], in: inverse, of: member) }
        }
        context.history.record(
            .did { context in
                let graph = ObjectGraph(context: context)
                // The links of a deleted object are gone, and a link that other contexts changed alike stays so.
                if owner.status == .gone || member.status == .gone {
                    graph.forget(isLinked, owner, relationship, member)
                } else {
                    graph.takeBack(isLinked, owner, relationship, member)
                }
                for end in relationship.hasInverse ? [owner, member] : [owner] { context.dropRevertedEdits(of: end) }
            })
        let isTakenBack =
            isLinked
            ? relationship.state(in: owner).pointee.edits?.removed[member.number] != nil
            : relationship.state(in: owner).pointee.edits?.added[member.number] != nil
        try link(owner, relationship, member, isLinked, byMember: false)
        if let inverse = relationship.inverse { try link(member, inverse, owner, isLinked, byMember: true) }
        if isTakenBack { notifyChildren(isLinked, owner, relationship, member) }
    }

    /// Notifies the children that follow of a link that is as it was, which no save here reports: a child may have
    /// changed it, or have seen that change.
    private func notifyChildren(
        _ isLinked: Bool, _ owner: ManagedObject, _ relationship: RelationshipDescription, _ member: ManagedObject
    ) {
        guard context.hasFollowers, case .links(let table, let side) = relationship.storage else { return }
        let (source, target) = side == .source ? (owner.number, member.number) : (member.number, owner.number)
        var notice = CommitNotice()
        notice.links = [LinkChange(table: table, kind: isLinked ? .added : .removed, source: source, target: target)]
        context.notifyChildren(notice)
    }

    /// Ends a link that was made, or makes one that was ended. A link that other contexts ended or made stays so,
    /// whatever else the same step did to it.
    private func takeBack(
        _ isLinked: Bool, _ owner: ManagedObject, _ relationship: RelationshipDescription, _ member: ManagedObject
    ) {
        guard let link = UndoHistory.Link(owner, relationship, member), !context.history.unchangedLinks.contains(link)
        else { return }
        if (try? self.isLinked(owner, relationship, member)) == !isLinked {
            context.history.unchangedLinks.insert(link)
            return
        }
        try? setLinked(owner, relationship, member, !isLinked)
        if !isLinked { context.history.returnedLinks.insert(link) }
    }

    /// Drops the pending change of a link to an object that is gone meanwhile: the context that deleted the object may bring
    /// it back.
    private func forget(
        _ wasMade: Bool, _ owner: ManagedObject, _ relationship: RelationshipDescription, _ member: ManagedObject
    ) {
        forget(wasMade, at: owner, relationship, member)
        if let inverse = relationship.inverse { forget(wasMade, at: member, inverse, owner) }
    }

    private func forget(
        _ wasMade: Bool, at end: ManagedObject, _ relationship: RelationshipDescription, _ other: ManagedObject
    ) {
        guard end.status != .gone else { return }
        let edits = relationship.state(in: end).pointee.edits
        if wasMade || edits?.removed[other.number] != nil { takeBackLink(of: end, relationship, to: other.number) }
    }

    func isLinked(
        _ owner: ManagedObject, _ relationship: RelationshipDescription, _ member: ManagedObject
    ) throws -> Bool {
        try resolve(relationship, of: owner)
        if relationship.access.contains(member, at: relationship.address(in: owner)) { return true }
        // Under deny what is to be deleted is in nobody's set, and has its own: undo may not have put it back yet.
        if relationship.state(in: owner).pointee.edits?.added[member.number] != nil { return true }
        guard let inverse = relationship.inverse, inverse.state(in: member).pointee.isResolved else { return false }
        return inverse.access.contains(owner, at: inverse.address(in: member))
    }

    func link(
        _ owner: ManagedObject, _ relationship: RelationshipDescription, _ member: ManagedObject, _ isLinked: Bool,
        byMember: Bool
    ) throws {
        let isOrdered = relationship.cardinality == .ordered
        if isOrdered { try readOrder(of: relationship, of: owner, toLink: member, isLinked) }
        try readBeforeChange(owner)
        owner.relationshipWillChange(relationship)
        let isRead = relationship.state(in: owner).pointee.isResolved
        let base = isLinked || !isRead ? nil : try baseOrder(of: relationship, of: owner)
        let version = isOrdered ? context.history.lists[owner, relationship] : nil
        // Not of edits that are kept for it: where they are held twice, each change copies them.
        let state = relationship.state(in: owner)
        let isNew =
            isLinked
            ? state.pointee.edits?.removed[member.number] == nil : state.pointee.edits?.added[member.number] != nil
        relationship.state(in: owner).pointee.edit { edits in
            edits.base = base ?? edits.base
            // It comes back at the end, wherever the store has it.
            if isLinked, isOrdered, edits.removed[member.number] != nil {
                let isBackAtEnd = edits.base?.last == member.number && edits.added.isEmpty
                if !isBackAtEnd { edits.isReordered = true }
            }
            if isLinked { edits.add(member, byMember: byMember) } else { edits.remove(member, byMember: byMember) }
        }
        hold(member, isLinked, relationship, owner)
        // A member that is not in the base does not affect the comparison with the base's order, nor does a removal
        // reorder the others.
        if let known = version?.reordering, isNew || !isLinked && !known.isReordered {
            context.history.lists[owner, relationship]?.reordering = known
        }
        if !isLinked, isNew, context.history.isTakingBack { try noteOrderLeft(of: relationship, of: owner) }
    }

    /// Reads the row of a fault that becomes updated, whose values stay though another context may delete it. The next
    /// save reports a row that is deleted already.
    private func readBeforeChange(_ object: ManagedObject) throws {
        guard object.isUnloaded, object.status == .clean else { return }
        do { try context.load(object) } catch FetchError.noSuchObject {}
    }

    /// Reads an ordered relationship where a change of a member needs to know it: for an order that `undo()` puts back, and
    /// for one that was taken out of a list that nobody had read and comes back at its end.
    private func readOrder(
        of relationship: RelationshipDescription, of owner: ManagedObject, toLink member: ManagedObject,
        _ isLinked: Bool
    ) throws {
        if context.history.isRecording { return try resolve(relationship, of: owner) }
        let state = relationship.state(in: owner)
        guard isLinked, let edits = state.pointee.edits, edits.removed[member.number] != nil else { return }
        // Other contexts may have changed the last member since then.
        guard edits.base == nil else { return try resolve(relationship, of: owner) }
        try readMembersLeft(of: relationship, of: owner)
    }

    /// Changes what the inverse of a reference holds in memory: there is nothing to be saved for it.
    private func change(
        _ relationship: RelationshipDescription, of owner: ManagedObject, _ member: ManagedObject, _ isMember: Bool
    ) throws {
        // For a member more or less at its end a list need not be known, but for an order that `undo()` puts back.
        if relationship.cardinality == .ordered, context.history.isRecording { try resolve(relationship, of: owner) }
        owner.willChange?.send()
        relationship.state(in: owner).pointee.edit { $0.setAdded(member, isMember) }
        if isMember { try position(member, atTheEndOf: relationship, of: owner) }
        hold(member, isMember, relationship, owner)
    }

    private func hold(
        _ member: ManagedObject, _ isMember: Bool, _ relationship: RelationshipDescription, _ owner: ManagedObject
    ) {
        context.relationships.hasRelatedObjects = true
        guard relationship.state(in: owner).pointee.isResolved else { return }
        if isMember { relationship.add(member, to: owner) } else { relationship.remove(member, from: owner) }
    }
}
