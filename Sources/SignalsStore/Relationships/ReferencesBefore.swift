/// What an object's relationships to one led to before other values came in from elsewhere: from the store, from another
/// context, from a rollback or an undo. What is in memory at the other ends follows then.
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
        if state(in: owner).pointee.isResolved { access.remove(member, at: address(in: owner)) }
    }

    /// Puts into a to-many an object whose reference leads to its owner now.
    ///
    /// - Parameter isPending: whether the store does not know it yet.
    fileprivate func gain(_ member: ManagedObject, in owner: ManagedObject, isPending: Bool) {
        if isPending { state(in: owner).pointee.edit { $0.setAdded(member, true) } }
        guard state(in: owner).pointee.isResolved else { return }
        access.add(member, at: address(in: owner))
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
        access.add(member, at: address(in: owner))
        putInOrder(member, of: owner)
    }

    /// Puts the members of an ordered relationship that is the inverse of references in the order of their positions, of
    /// which one member's is another.
    fileprivate func putInOrder(_ member: ManagedObject, of owner: ManagedObject) {
        guard cardinality == .ordered, state(in: owner).pointee.isResolved, !isLastInPlace(member, of: owner) else {
            return
        }
        access.setMembers(sorted(members(in: owner)), at: address(in: owner))
    }

    /// True if a member is the last one and its position is behind that of the one before.
    private func isLastInPlace(_ member: ManagedObject, of owner: ManagedObject) -> Bool {
        guard let inverse, lastMember(in: owner) === member else { return false }
        guard let previous = access.last(1, at: address(in: owner)) else { return true }
        // False where one of them has none.
        return inverse.state(in: previous).pointee.position < inverse.state(in: member).pointee.position
    }

    /// Members in the order of their positions; those without one last.
    func sorted(_ members: [ManagedObject]) -> [ManagedObject] {
        guard let inverse else { return members }
        return members.sorted { left, right in
            let (first, second) = (inverse.state(in: left).pointee.position, inverse.state(in: right).pointee.position)
            if first.isNaN || second.isNaN || first == second {
                return first.isNaN == second.isNaN ? left.number < right.number : second.isNaN
            }
            return first < second
        }
    }
}
