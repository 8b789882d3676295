// Additions and removals of single members of a relationship, with the versions of its order for `undo()`.
extension RelationshipDescription {
    /// Adds a member, at the end where there is an order, and wherever it was before.
    func add(_ member: ManagedObject, to owner: ManagedObject) {
        guard cardinality == .ordered else { return access.add(member, at: address(in: owner)) }
        remove(member, from: owner)
        insert(member, at: access.count(at: address(in: owner)), in: owner)
    }

    /// Takes a member out.
    func remove(_ member: ManagedObject, from owner: ManagedObject) {
        let version = version(of: owner)
        guard let index = access.remove(member, at: address(in: owner)), let version else { return }
        owner.confinement.context?.history.lists[owner, self] = version.version(after: .removal(member, index))
    }

    /// Takes out those members that are gone, by their numbers, without a version of the list: steps of `undo()` do not
    /// have them any more.
    func takeOut(_ gone: [Int64: ManagedObject], of owner: ManagedObject) {
        let address = address(in: owner)
        let members = access.members(at: address)
        let left = members.filter { gone[$0.number] !== $0 }
        if left.count < members.count { access.setMembers(left, at: address) }
    }

    /// Adds one that is not a member, at an index in an order.
    func insert(_ member: ManagedObject, at index: Int, in owner: ManagedObject) {
        let version = version(of: owner)
        access.insert(member, index, at: address(in: owner))
        guard let version else { return }
        owner.confinement.context?.history.lists[owner, self] = version.version(after: .insertion(member, index))
    }

    private func version(of owner: ManagedObject) -> ListVersion? {
        cardinality == .ordered ? owner.confinement.context?.history.lists[owner, self] : nil
    }
}
