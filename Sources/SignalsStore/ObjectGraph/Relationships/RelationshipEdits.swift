/// The differences of a to-many's members from what the store holds.
struct RelationshipEdits {
    /// By row ID. The objects are held, since an object without changes of its own has no other owner.
    private(set) var added: [Int64: ManagedObject] = [:]
    /// The number of the addition of each of them, by row ID: later ones have greater numbers.
    private var additions: [Int64: Int] = [:]
    private var lastAddition = 0
    var removed: [Int64: ManagedObject] = [:]
    /// True if the members were put in another order.
    var isReordered = false
    /// The order of the members before one was removed or they were put in another order; nil before.
    var base: BaseOrder?
    /// The numbers of the members as they were here, while they are found again, or while added ones are gone that may
    /// come back.
    private(set) var shown: [Int64]?
    /// The numbers of members that other contexts added or removed in the store too: the opposite is a change again.
    private var agreed: Set<Int64> = []
    /// The numbers of members that were added or removed by a change of their own relationship.
    var madeByMembers: Set<Int64> = []
    /// The numbers of members that were removed by a delete rule, theirs or that of the relationship's object.
    var implied: Set<Int64> = []

    /// The members that were added, in the order in which that was done.
    var addedInOrder: [ManagedObject] {
        added.values.sorted { (additions[$0.number] ?? 0, $0.number) < (additions[$1.number] ?? 0, $1.number) }
    }

    /// True if the only change of the order was to append members.
    ///
    /// - Parameter isRead: true if the members have been read.
    func onlyAppends(isRead: Bool) -> Bool {
        // Members that other contexts added as well are where they put them.
        !isReordered && (isRead || shown == nil) && (agreed.isEmpty || agreed.isDisjoint(with: added.keys))
    }

    /// The order of members that were not found again since they were forgotten.
    var orderWhileUnread: [Int64] {
        let shown = shown ?? []
        let known = Set(shown)
        return shown.filter { removed[$0] == nil } + addedInOrder.map(\.number).filter { !known.contains($0) }
    }

    /// Notes the members that there are here, among which those that are gone keep their indexes.
    mutating func show(_ members: [Int64]) {
        // By the members between which they were.
        let here = shown.map { shown in
            let present = Set(members)
            return shown.filter { added[$0] != nil || present.contains($0) }
        }
        shown = MergedOrder(base: nil, here: here ?? []).list(with: members)
    }

    /// Notes the order of the members that were found again.
    mutating func found(_ members: [Int64: ManagedObject], in order: [Int64]) {
        shown = order.contains { members[$0] == nil && added[$0] != nil } ? order : nil
    }

    /// Notes that an object came to refer to the owner, or does no longer.
    mutating func setAdded(_ member: ManagedObject, _ isAdded: Bool) {
        added[member.number] = isAdded ? member : nil
    }

    /// Notes that another context made the same change, or the opposite one, in the store.
    mutating func note(_ member: Int64, _ kind: LinkChange.Kind) {
        if added[member] != nil { agreed.set(member, kind == .added) }
        if removed[member] != nil { agreed.set(member, kind == .removed) }
    }

    /// Notes which members the store has.
    mutating func note(stored: Set<Int64>) {
        agreed = Set(added.keys).intersection(stored).union(Set(removed.keys).subtracting(stored))
    }

    /// True if a member was added or removed.
    func concerns(_ member: Int64) -> Bool { added[member] != nil || removed[member] != nil }

    /// The numbers of the members that were added, and that the store has not got as well.
    var addedHereAlone: Set<Int64> { Set(added.keys).subtracting(agreed) }

    /// True if a member was added, and the store has not got it as well.
    func isAddedHereAlone(_ member: Int64) -> Bool { added[member] != nil && !agreed.contains(member) }

    /// Replaces the objects that were gone with their rows by those of the rows that came back.
    mutating func renewAdded(_ object: (Int64) -> ManagedObject?) {
        for (number, member) in added where member.status == .gone {
            if let present = object(number) { added[number] = present }
        }
    }

    /// Forgets what was done to a member.
    ///
    /// - Returns: the member, for the caller to release when the edits are at rest.
    mutating func drop(_ member: Int64) -> ManagedObject? {
        agreed.remove(member)
        madeByMembers.remove(member)
        implied.remove(member)
        shown?.removeAll { $0 == member }
        return added.removeValue(forKey: member) ?? removed.removeValue(forKey: member)
    }

    /// Knows members by other numbers.
    mutating func renumber(_ joined: (Int64) -> Int64?) {
        let known = Set(added.keys).union(removed.keys).union(additions.keys).union(madeByMembers).union(implied)
        for number in known {
            guard let owner = joined(number) else { continue }
            if let member = added.removeValue(forKey: number) { added[owner] = member }
            if let member = removed.removeValue(forKey: number) { removed[owner] = member }
            if let addition = additions.removeValue(forKey: number) { additions[owner] = addition }
            if madeByMembers.remove(number) != nil { madeByMembers.insert(owner) }
            if implied.remove(number) != nil { implied.insert(owner) }
        }
    }

    var isEmpty: Bool { added.isEmpty && removed.isEmpty && !isReordered }

    /// True if members were added or removed by the relationship itself, and not only by that of members.
    var isMadeHere: Bool {
        added.keys.contains { !madeByMembers.contains($0) }
            || removed.keys.contains { !madeByMembers.contains($0) && !implied.contains($0) }
    }

    mutating func add(_ member: ManagedObject, byMember: Bool) {
        if removed.removeValue(forKey: member.number) == nil || agreed.remove(member.number) != nil {
            added[member.number] = member
            lastAddition += 1
            additions[member.number] = lastAddition
        }
        // Not where it was.
        if let known = shown { shown = known.filter { $0 != member.number } + [member.number] }
        note(member, byMember)
    }

    mutating func remove(_ member: ManagedObject, byMember: Bool) {
        if added.removeValue(forKey: member.number) == nil || agreed.remove(member.number) != nil {
            removed[member.number] = member
        } else {
            // If another context makes it a member, it is where that put it.
            shown?.removeAll { $0 == member.number }
        }
        note(member, byMember)
    }

    /// Adds what was changed of another object's members, where it was not changed here. Its order is given up.
    mutating func add(_ other: RelationshipEdits) {
        for member in other.addedInOrder where !concerns(member.number) {
            add(member, byMember: other.madeByMembers.contains(member.number))
        }
        for (number, member) in other.removed where !concerns(number) {
            remove(member, byMember: other.madeByMembers.contains(number))
            if other.implied.contains(number) { implied.insert(number) }
        }
    }

    private mutating func note(_ member: ManagedObject, _ byMember: Bool) {
        if byMember { madeByMembers.insert(member.number) } else { madeByMembers.remove(member.number) }
        implied.remove(member.number)
    }
}

extension Set {
    fileprivate mutating func set(_ element: Element, _ isMember: Bool) {
        if isMember { insert(element) } else { remove(element) }
    }
}
