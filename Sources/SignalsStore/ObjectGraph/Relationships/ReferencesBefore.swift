/// The objects that an object's relationships to one led to before other values came in from elsewhere: from the store,
/// from another context, from a rollback or an undo. What is in memory at the other ends follows then.
///
/// An object of an entity without relationships costs nothing here.
struct ReferencesBefore {
    private let object: ManagedObject
    private let references: [(number: Int64, position: Double)]

    init(_ object: ManagedObject) {
        self.object = object
        references = object.entity.references.map { reference in
            let state = reference.state(in: object).pointee
            return (state.reference, state.position)
        }
    }

    /// Has the to-manys that are the inverse agree with the references as they are now.
    func follow() {
        guard !references.isEmpty, let context = object.confinement.context else { return }
        for (relationship, old) in zip(object.entity.references, references) {
            let state = relationship.state(in: object).pointee
            let new = state.reference
            if new != 0 { context.neighbors.note(new, of: relationship.target) }
            guard let inverse = relationship.inverse, !inverse.isToOne else { continue }
            if new != 0, new == old.number, state.position.bitPattern != old.position.bitPattern,
                let owner = context.objects[new]
            {
                inverse.putInOrder(object, of: owner)
            }
            guard new != old.number else { continue }
            if old.number != 0, let owner = context.objects[old.number] {
                inverse.lose(object, from: owner)
            }
            guard new != 0 else { continue }
            let isEdited = relationship.column.map { object.edits?.base[$0] != nil } ?? false
            let isPending = isEdited || object.version == 0 || object.status == .inserted
            guard let owner = context.objects[new] else {
                if isPending { context.strays[new, default: []].insert(object.number) }
                continue
            }
            inverse.gain(object, in: owner, isPending: isPending)
            // Held from now on: the owner alone knows that the store does not know it yet.
            if isPending { relationship.hold(owner, in: object) }
        }
    }
}

extension RelationshipDescription {
    /// Has the members of a to-many be found again at the next access; what was changed here stays.
    func forgetMembers(of owner: ManagedObject) {
        if case .links = storage, cardinality == .ordered, state(in: owner).pointee.isResolved,
            state(in: owner).pointee.edits != nil
        {
            let shown = members(in: owner).map(\.number)
            state(in: owner).pointee.edit { $0.shown = shown }
        }
        state(in: owner).pointee.isResolved = false
        access.setMembers([], at: address(in: owner))
    }

    /// Has a to-one whose reference leads to an object hold it.
    fileprivate func hold(_ target: ManagedObject, in object: ManagedObject) {
        access.setMembers([target], at: address(in: object))
        state(in: object).pointee.isResolved = true
    }

    /// Takes out of a to-many an object whose reference does not lead to its owner any more.
    fileprivate func lose(_ member: ManagedObject, from owner: ManagedObject) {
        if state(in: owner).pointee.edits != nil {
            state(in: owner).pointee.edit { $0.setAdded(member, false) }
        }
        if state(in: owner).pointee.isResolved { remove(member, from: owner) }
    }

    /// Puts into a to-many an object whose reference leads to its owner now.
    ///
    /// - Parameter isPending: whether the store does not know it yet.
    fileprivate func gain(_ member: ManagedObject, in owner: ManagedObject, isPending: Bool) {
        if isPending { state(in: owner).pointee.edit { $0.setAdded(member, true) } }
        guard state(in: owner).pointee.isResolved else { return }
        add(member, to: owner)
        putInOrder(member, of: owner)
    }

    /// Notes that a member was put back by undo or redo, for its place in an order.
    func noteReturn(of member: ManagedObject, to owner: ManagedObject) {
        guard cardinality == .ordered else { return }
        state(in: owner).pointee.edit { _ = $0.returned.insert(member.number) }
    }

    /// Puts an object that is back into a to-many that leads to it.
    func regain(_ member: ManagedObject, in owner: ManagedObject) {
        guard state(in: owner).pointee.isResolved, !access.contains(member, at: address(in: owner)) else { return }
        if case .links = storage, cardinality == .ordered { return forgetMembers(of: owner) }
        add(member, to: owner)
        putInOrder(member, of: owner)
    }

    /// Puts a member of an ordered relationship that is the inverse of references where its position says, which is
    /// another one. The others are in the order of theirs.
    fileprivate func putInOrder(_ member: ManagedObject, of owner: ManagedObject) {
        guard cardinality == .ordered, state(in: owner).pointee.isResolved else { return }
        let address = address(in: owner)
        let last = access.count(at: address) - 1
        guard let inverse, last > 0 else { return }
        if access.member(last, at: address) === member {
            if inverse.isInOrder(access.member(last - 1, at: address), member) { return }
        } else if !access.contains(member, at: address) {
            return
        }
        remove(member, from: owner)
        let index = place(for: member, of: owner, inverse)
        insert(member, at: index, in: owner)
        let isBehind = index == 0 || inverse.isInOrder(access.member(index - 1, at: address), member)
        let isBefore = index == last || inverse.isInOrder(member, access.member(index + 1, at: address))
        if isBehind, isBefore { return }
        access.setMembers(sorted(members(in: owner)), at: address)
    }

    /// The place in an order that an object's position says.
    private func place(
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
