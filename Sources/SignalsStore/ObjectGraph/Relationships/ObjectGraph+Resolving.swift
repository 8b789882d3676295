// Finding the objects at the other end.
extension ObjectGraph {
    /// Finds the objects at the other end of a relationship, and keeps them in its wrapper.
    ///
    /// - Throws: `FetchError`.
    func resolve(_ relationship: RelationshipDescription, of owner: ManagedObject) throws {
        do { try context.load(owner) } catch FetchError.noSuchObject { owner.fireFault() }
        let state = relationship.state(in: owner)
        // A deleted object refers to nothing.
        guard !state.pointee.isResolved, owner.status != .gone else { return }
        context.relationships.hasRelatedObjects = true
        context.noteMembersRead()
        var isLeftOut = false
        var members: [ManagedObject]
        switch relationship.storage {
        case .column: members = try target(of: relationship, owner)
        case .inverseColumn(let column): members = try referring(to: owner, relationship, column)
        case .links(let table, let side):
            let stored = try linked(to: owner, relationship, table, side)
            members = withEdits(stored, relationship, of: owner)
            // If both are to be deleted, they are read again when they are back.
            isLeftOut = owner.status == .deleted && stored.contains { $0.status == .deleted }
        }
        // First: one whose row is gone has the to-many forgotten in which it was.
        if !context.relationships.members.former.isEmpty {
            members = try readingFormer(members, of: relationship, of: owner)
        }
        guard !state.pointee.isResolved else { return }
        relationship.access.setMembers(members, at: relationship.address(in: owner))
        state.pointee.isResolved = !isLeftOut
    }

    /// Reads again what was a member before a fetch and is none any more: both ends agree.
    ///
    /// - Returns: the members, with those that were changed here and whose rows turn out to be gone.
    func readingFormer(
        _ members: [ManagedObject], of relationship: RelationshipDescription, of owner: ManagedObject
    ) throws -> [ManagedObject] {
        guard let former = context.relationships.members.former.take(relationship, of: owner),
            let inverse = relationship.inverse
        else { return members }
        let known = Set(members)
        let left = former.compactMap { context.objects[$0] }.filter { member in
            let reference = member.entity.relationships[inverse.index]
            return member.status != .gone && member.status != .inserted && !known.contains(member)
                && reference.state(in: member).pointee.reference == owner.number
                && reference.column.flatMap { member.edits?.base[$0] } == nil
        }
        if left.isEmpty { return members }
        try context.readAgain(left)
        return present(members, relationship, of: owner)
    }

    // A missing row means no object: the reference is one that `noAction` left, or the row's deletion has not been
    // merged here yet.
    private func target(of relationship: RelationshipDescription, _ owner: ManagedObject) throws -> [ManagedObject] {
        let reference = relationship.state(in: owner).pointee.reference
        guard reference != 0 else { return [] }
        if let target = try context.object(at: reference, relationship.target) { return [target] }
        context.relationships.strays.noteDangling(owner.number, referringTo: reference)
        return []
    }

    /// Makes relationships that were read without these objects be read again: their rows may exist again.
    func lookUpAgain(_ numbers: some Sequence<Int64>) {
        if context.relationships.strays.dangling.isEmpty { return }
        for number in numbers {
            for owner in context.relationships.strays.takeDangling(number) {
                guard let owner = context.objects[owner] else { continue }
                for relationship in owner.entity.relationships {
                    let state = relationship.state(in: owner).pointee
                    let isConcerned =
                        relationship.isToOne
                        ? state.reference == number && relationship.members(in: owner).isEmpty
                        : state.isResolved && !relationship.hasInverse && !holds(number, relationship, owner)
                    if isConcerned { relationship.forgetMembers(of: owner) }
                }
            }
        }
    }

    /// Makes an object that is back look up its members again, which were not updated while it was gone.
    func lookUpMissing(of object: ManagedObject) {
        for relationship in object.entity.relationships {
            let state = relationship.state(in: object).pointee
            guard state.isResolved else { continue }
            let isConcerned =
                relationship.isToOne
                ? state.reference != 0 && relationship.members(in: object).isEmpty
                : !relationship.hasInverse && (state.edits?.added.values.contains { $0.status == .gone } ?? false)
            if isConcerned { relationship.forgetMembers(of: object) }
        }
    }

    /// True if `undo()` has put an object back, so that reading the members would merge other contexts' changes of
    /// them.
    private func holds(_ number: Int64, _ relationship: RelationshipDescription, _ owner: ManagedObject) -> Bool {
        guard let member = context.objects[number] else { return false }
        return relationship.access.contains(member, at: relationship.address(in: owner))
    }

    private func referring(
        to owner: ManagedObject, _ relationship: RelationshipDescription, _ column: Int
    ) throws -> [ManagedObject] {
        if relationship.cardinality == .ordered { noteListRead() }
        let stored =
            try context.parentMembers(of: relationship, of: owner)
            ?? context.objects(of: relationship.target, whose: column, isOneOf: [owner.number])
        if owner.isMissing {
            return present(stored + referringHere(to: owner, relationship, stored), relationship, of: owner)
        }
        return present(stored, relationship, of: owner)
    }

    /// The objects that refer here to one that was changed here and whose row is gone: a parent may have that pending.
    private func referringHere(
        to owner: ManagedObject, _ relationship: RelationshipDescription, _ stored: [ManagedObject]
    ) -> [ManagedObject] {
        guard let inverse = relationship.inverse else { return [] }
        let known = Set(stored)
        return context.objects.all.filter { object in
            !object.isUnloaded && relationship.target.includes(object.entity) && !known.contains(object)
                && inverse.state(in: object).pointee.reference == owner.number
        }
    }

    /// The stored members as this context's changes leave them.
    func present(
        _ stored: [ManagedObject], _ relationship: RelationshipDescription, of owner: ManagedObject
    ) -> [ManagedObject] {
        guard let inverse = relationship.inverse else { return stored }
        var added = relationship.state(in: owner).pointee.edits?.added ?? [:]
        for stray in strays(of: relationship, of: owner) { added[stray.number] = stray }
        var members = added.isEmpty ? stored : stored.filter { added[$0.number] == nil } + added.values
        members.removeAll { member in
            member.status == .deleted || inverse.state(in: member).pointee.reference != owner.number
        }
        guard relationship.cardinality == .ordered else { return members }
        return withEnd(relationship.sorted(members), relationship, of: owner)
    }

    /// Notes what had been committed when the first list is read whose order objects keep, or made.
    func noteListRead() {
        if !context.listPositions.hasRead { context.listPositions.noteRead(asOf: context.coordinator.commitCount) }
    }

    /// The objects whose pending references came to refer to the owner while it was not in memory.
    func strays(of relationship: RelationshipDescription, of owner: ManagedObject) -> [ManagedObject] {
        let numbers = context.relationships.strays.objects(referringTo: owner.number)
        if numbers.isEmpty { return [] }
        return numbers.compactMap { context.objects[$0] }.filter { stray in
            stray.status.isPending && relationship.target.family.contains { $0 === stray.entity }
        }
    }

    private func linked(
        to owner: ManagedObject, _ relationship: RelationshipDescription, _ table: JoinTable, _ side: JoinTable.Side
    ) throws -> [ManagedObject] {
        if owner.status == .inserted, !owner.isStoredToo { return [] }
        if relationship.cardinality == .ordered { noteListRead() }
        return try context.parentMembers(of: relationship, of: owner)
            ?? context.objects(
                try context.links(of: table, side, to: [owner.number]).map(\.other), of: relationship.target)
    }

    /// The stored members of a join table as this context's changes leave them.
    func withEdits(
        _ stored: [ManagedObject], _ relationship: RelationshipDescription, of owner: ManagedObject
    ) -> [ManagedObject] {
        // Members that are to be deleted may come back, and have no relationship that refers to the owner.
        for member in stored where !relationship.hasInverse && member.status == .deleted {
            context.relationships.strays.noteDangling(owner.number, referringTo: member.number)
        }
        renewAdded(relationship, of: owner)
        guard let edits = relationship.state(in: owner).pointee.edits else {
            return stored.filter { $0.status != .deleted && $0.status != .gone }
        }
        if !relationship.hasInverse {
            for (number, member) in edits.added where member.status == .gone {
                context.relationships.strays.noteDangling(owner.number, referringTo: number)
            }
        }
        note(stored, of: relationship, of: owner, edits)
        // Members that other contexts added too are where they put them.
        let known = Set(stored.lazy.map(\.number))
        var members = stored.filter { edits.removed[$0.number] == nil }
        members += edits.addedInOrder.filter { !known.contains($0.number) }
        members.removeAll { $0.status == .deleted || $0.status == .gone }
        guard relationship.cardinality == .ordered else { return members }
        return inOrder(members, edits, among: stored.map(\.number), relationship, of: owner)
    }

    /// Replaces the objects that were gone with their rows by those of the rows that came back.
    private func renewAdded(_ relationship: RelationshipDescription, of owner: ManagedObject) {
        let state = relationship.state(in: owner)
        let gone = (state.pointee.edits?.added ?? [:]).filter { $0.value.status == .gone }
        if gone.isEmpty { return }
        // Only this context has the objects that a child brought back, and other objects may not have been read again.
        // Where they cannot be read, the objects that are gone stay: what is saved of links is their numbers.
        let unknown = gone.keys.filter { context.objects[$0] == nil }
        let read = unknown.isEmpty ? [] : (try? context.objects(Array(unknown), of: relationship.target)) ?? []
        withExtendedLifetime(read) { state.pointee.edits?.renewAdded { context.objects[$0] } }
    }

    /// Notes, at both ends, which of the links that were made or ended here the store has.
    private func note(
        _ stored: [ManagedObject], of relationship: RelationshipDescription, of owner: ManagedObject,
        _ edits: RelationshipEdits
    ) {
        let numbers = Set(stored.lazy.map(\.number))
        relationship.state(in: owner).pointee.edit { $0.note(stored: numbers) }
        guard let inverse = relationship.inverse else { return }
        for member in [edits.added.values, edits.removed.values].joined() {
            let kind: LinkChange.Kind = numbers.contains(member.number) ? .added : .removed
            inverse.state(in: member).pointee.edit { $0.note(owner.number, kind) }
        }
    }

    /// The members in the order that was here, merged with the stored order.
    private func inOrder(
        _ members: [ManagedObject], _ edits: RelationshipEdits, among stored: [Int64],
        _ relationship: RelationshipDescription, of owner: ManagedObject
    ) -> [ManagedObject] {
        guard let shown = edits.shown else { return members }
        let byNumber = Dictionary(members.map { ($0.number, $0) }) { first, _ in first }
        let order = MergedOrder(
            base: edits.base?.numbers, here: shown, prefersOthers: context.mergePolicy.prefersOthers
        ).list(with: stored)
        relationship.state(in: owner).pointee.edit { edits in
            edits.found(byNumber, in: order)
            if edits.base != nil { edits.base = BaseOrder(stored) }
        }
        let known = Set(order)
        return order.compactMap { byNumber[$0] } + members.filter { !known.contains($0.number) }
    }
}
