/// The objects that an object's relationships to one referred to before other values came in from elsewhere: from the
/// store, from another context, from a rollback or an undo. The objects in memory at the other ends are updated then.
///
/// An object without references costs one check, and a new object of a row no more than its references.
struct ReferencesBefore {
    private let object: ManagedObject
    /// Nil where there was none.
    private let references: [(number: Int64, position: Double)]?

    init(_ object: ManagedObject) {
        self.object = object
        let slots = object.entity.referenceSlots
        if slots.allSatisfy({ $0.state(in: object).pointee.reference == 0 }) {
            references = nil
        } else {
            references = slots.map { ($0.state(in: object).pointee.reference, $0.state(in: object).pointee.position) }
        }
    }

    /// True if a relationship to one of an object refers to anything.
    static func hasAny(_ object: ManagedObject, _ entity: EntityDescription) -> Bool {
        entity.referenceSlots.withUnsafeBufferPointer { slots in
            slots.indices.contains { slots[$0].state(in: object).pointee.reference != 0 }
        }
    }

    /// Updates the inverse to-manys for the references of an object that was made for a row of the store: it referred to
    /// nothing before, and nothing of it is pending.
    static func follow(
        madeForRow object: ManagedObject, _ entity: EntityDescription, in context: ManagedObjectContext
    ) {
        entity.referenceSlots.withUnsafeBufferPointer { slots in
            for index in slots.indices {
                let reference = slots[index].state(in: object).pointee.reference
                if reference == 0 { continue }
                context.faulting.note(reference, of: slots[index].target)
                context.noteMembersRead()
                // A to-many that was not read finds it when it is. No owner is among the rows that are to be deleted.
                guard slots[index].hasInverse, let owner = context.registry[reference] else { continue }
                guard let inverse = entity.toManyInverse(ofReference: index) else {
                    let reference = entity.relationships[slots[index].index]
                    // Nearly all agree, or are read when they are asked for.
                    let isParted = reference.inverse?.state(in: owner).pointee.reference != object.number
                    if isParted, !owner.isUnloaded {
                        context.relationships.members.parted.note(object, reference, former: 0)
                    }
                    continue
                }
                if inverse.state(in: owner).pointee.isResolved { inverse.gain(object, in: owner, isPending: false) }
            }
        }
    }

    /// Notes the one-to-ones that refer to another object now.
    func noteParted(in context: ManagedObjectContext) {
        for (index, slot) in object.entity.referenceSlots.enumerated() where slot.hasInverse {
            let former = references?[index].number ?? 0
            guard slot.state(in: object).pointee.reference != former,
                object.entity.toManyInverse(ofReference: index) == nil
            else { continue }
            context.relationships.members.parted.note(object, object.entity.relationships[slot.index], former: former)
        }
    }

    /// Updates the inverse to-manys for the references as they are now.
    func follow() { if let context = object.confinement.context { follow(in: context) } }

    /// Updates the inverse to-manys in the object's context for the references as they are now.
    func follow(in context: ManagedObjectContext) {
        for (index, slot) in object.entity.referenceSlots.enumerated() {
            let state = slot.state(in: object)
            let old = references?[index] ?? (0, .nan)
            let new = state.pointee.reference
            if new == 0, old.number == 0 { continue }
            follow(slot, from: old.number, to: new, in: context)
            if new == old.number, state.pointee.position.bitPattern != old.position.bitPattern {
                putInOrder(slot, in: context)
            }
        }
    }

    private func putInOrder(_ slot: RelationshipSlot, in context: ManagedObjectContext) {
        guard let inverse = object.entity.relationships[slot.index].inverse, !inverse.isToOne,
            let owner = context.objects[slot.state(in: object).pointee.reference]
        else { return }
        inverse.putInOrder(object, of: owner)
    }

    private func follow(_ slot: RelationshipSlot, from old: Int64, to new: Int64, in context: ManagedObjectContext) {
        let relationship = object.entity.relationships[slot.index]
        if new != 0 { context.faulting.note(new, of: slot.target) }
        guard new != old, slot.hasInverse else { return }
        if old != 0, let owner = context.objects[old], let inverse = relationship.toManyInverse {
            inverse.lose(object, from: owner)
        }
        guard new != 0 else { return }
        guard let owner = context.objects[new] else {
            if isPending(relationship), relationship.toManyInverse != nil {
                context.relationships.strays.note(object.number, referringTo: new)
            }
            return
        }
        guard let inverse = relationship.toManyInverse else { return }
        let isPending = isPending(relationship)
        inverse.gain(object, in: owner, isPending: isPending)
        // Held from now on: only the owner records that the reference is not stored yet.
        if isPending { relationship.hold(owner, in: object) }
    }

    /// True if a relationship's present target is not stored yet.
    private func isPending(_ relationship: RelationshipDescription) -> Bool {
        if object.version == 0 || object.status == .inserted { return true }
        return relationship.column.map { object.edits?.base[$0] != nil } ?? false
    }
}

extension RelationshipDescription {
    /// The inverse, if that is a to-many.
    var toManyInverse: RelationshipDescription? { inverse.flatMap { $0.isToOne ? nil : $0 } }

    /// Forgets the members of a to-many, which are found again at the next access; what was changed here stays.
    func forgetMembers(of owner: ManagedObject) {
        noteShown(of: owner)
        state(in: owner).pointee.isResolved = false
        access.setMembers([], at: address(in: owner))
    }

    /// Notes the order of the members that a join table keeps, where it was changed here.
    func noteShown(of owner: ManagedObject) {
        guard case .links = storage, cardinality == .ordered, state(in: owner).pointee.isResolved,
            state(in: owner).pointee.edits != nil
        else { return }
        let shown = members(in: owner).map(\.number)
        state(in: owner).pointee.edit { $0.show(shown) }
    }

    /// Puts the object that a to-one's reference names into its wrapper.
    fileprivate func hold(_ target: ManagedObject, in object: ManagedObject) {
        access.setMembers([target], at: address(in: object))
        state(in: object).pointee.isResolved = true
    }

    /// Takes out of a to-many an object whose reference does not refer to its owner any more.
    fileprivate func lose(_ member: ManagedObject, from owner: ManagedObject) {
        if state(in: owner).pointee.edits != nil {
            state(in: owner).pointee.edit { $0.setAdded(member, false) }
        }
        guard state(in: owner).pointee.isResolved else { return }
        owner.willChange?.send()
        remove(member, from: owner)
    }

    /// Puts into a to-many an object whose reference refers to its owner now.
    ///
    /// - Parameter isPending: true if the reference is not stored yet.
    fileprivate func gain(_ member: ManagedObject, in owner: ManagedObject, isPending: Bool) {
        if isPending {
            state(in: owner).pointee.edit { $0.setAdded(member, true) }
            forgetEnd(of: owner)
        }
        guard state(in: owner).pointee.isResolved else { return }
        owner.willChange?.send()
        add(member, to: owner)
        putInOrder(member, of: owner)
    }

    /// Puts an object that is back into a to-many that refers to it.
    func regain(_ member: ManagedObject, in owner: ManagedObject) {
        guard state(in: owner).pointee.isResolved, !access.contains(member, at: address(in: owner)) else { return }
        owner.willChange?.send()
        if case .links = storage, cardinality == .ordered { return forgetMembers(of: owner) }
        add(member, to: owner)
        putInOrder(member, of: owner)
    }

    /// Puts a member of an ordered relationship that is the inverse of references where its position says, which is
    /// another one: at once, or when the work that gives it to many ends.
    fileprivate func putInOrder(_ member: ManagedObject, of owner: ManagedObject) {
        guard cardinality == .ordered else { return }
        guard state(in: owner).pointee.isResolved else { return forgetEnd(of: owner) }
        if let context = owner.confinement.context, context.listPositions.moved.isCollecting {
            return context.listPositions.moved.add(member, self, of: owner)
        }
        putInOrder([member], of: owner)
    }

    /// Puts members whose positions have changed where these say. All other members are in the order of theirs.
    func putInOrder(_ moved: [ManagedObject], of owner: ManagedObject) {
        guard let inverse, state(in: owner).pointee.isResolved else { return }
        let address = address(in: owner)
        let count = access.count(at: address)
        if count < 2 { return }
        if moved.count == 1, access.member(count - 1, at: address) === moved[0],
            inverse.isInOrder(access.member(count - 2, at: address), moved[0])
        {
            return
        }
        guard moved.count <= Self.few else { return sort(owner) }
        var removed: [ManagedObject] = []
        for member in moved where access.contains(member, at: address) {
            remove(member, from: owner)
            removed.append(member)
        }
        var isInOrder = true
        for member in removed {
            let index = index(for: member, of: owner, inverse)
            let last = access.count(at: address)
            insert(member, at: index, in: owner)
            let isBehind = index == 0 || inverse.isInOrder(access.member(index - 1, at: address), member)
            let isBefore = index == last || inverse.isInOrder(member, access.member(index + 1, at: address))
            isInOrder = isInOrder && isBehind && isBefore
        }
        if !isInOrder { sort(owner) }
    }

    /// More members than these are not put in their places one by one.
    private static var few: Int { 8 }

    private func sort(_ owner: ManagedObject) {
        access.setMembers(sorted(members(in: owner)), at: address(in: owner))
    }

    /// Forgets the end of a list that was not read, which is read again: a member may have come after it.
    private func forgetEnd(of owner: ManagedObject) {
        guard cardinality == .ordered, let context = owner.confinement.context, !context.listPositions.unread.isEmpty
        else {
            return
        }
        context.listPositions.unread.forgetEnd(of: UnreadLists.List(owner: owner.number, index: index))
    }

    /// The index in an order that an object's position says.
    private func index(
        for object: ManagedObject, of owner: ManagedObject, _ inverse: RelationshipDescription
    ) -> Int {
        let address = address(in: owner)
        var (low, high) = (0, access.count(at: address))
        while low < high {
            let middle = (low + high) / 2
            if inverse.isInOrder(access.member(middle, at: address), object) { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// Members in the order of their positions; those without one last.
    func sorted(_ members: [ManagedObject]) -> [ManagedObject] {
        guard let inverse else { return members }
        return members.sorted { inverse.isInOrder($0, $1) }
    }

    /// True if of two objects that refer to an owner one comes before the other.
    private func isInOrder(_ left: ManagedObject, _ right: ManagedObject) -> Bool {
        let (first, second) = (state(in: left).pointee.position, state(in: right).pointee.position)
        if first.isNaN || second.isNaN || first == second {
            return first.isNaN == second.isNaN ? left.number < right.number : second.isNaN
        }
        return first < second
    }
}
