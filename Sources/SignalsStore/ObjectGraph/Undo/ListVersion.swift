/// The members of an ordered relationship at one moment, for `undo()` to put them back into that order.
///
/// One of the versions of a list has the members, and each other one says by what one change it differs from another: so
/// many versions take no more than they differ. A version whose members are needed takes them over, and those on the way
/// differ from it from then on. (Baker's persistent arrays.)
final class ListVersion {
    /// A member more, or a member less.
    enum Change {
        case insertion(ManagedObject, Int)
        case removal(ManagedObject, Int)

        var member: ManagedObject {
            switch self {
            case .insertion(let member, _), .removal(let member, _): member
            }
        }

        var opposite: Change {
            switch self {
            case .insertion(let member, let index): .removal(member, index)
            case .removal(let member, let index): .insertion(member, index)
            }
        }

        fileprivate func isOpposite(of other: Change) -> Bool {
            switch (self, other) {
            case (.insertion(let left, let index), .removal(let right, let other)),
                (.removal(let left, let index), .insertion(let right, let other)):
                left === right && index == other
            default: false
            }
        }
    }

    /// The order of members relative to those of a list that they had in common.
    struct Reordering {
        let base: BaseOrder
        let isReordered: Bool
    }

    /// More changes than these are not looked through: the members are compared instead.
    private static let few = 16

    private var list: ContiguousArray<ManagedObject> = []
    /// The version that this one differs from, and how; nil where it has the members.
    private var other: ListVersion?
    private var change: Change?
    /// The new order, as far as it is known.
    var reordering: Reordering?

    init(_ members: [ManagedObject]) { list = ContiguousArray(members) }

    private init() {}

    // One after the other: of a long chain each would be released by the one before.
    deinit {
        var next = other.take()
        while isKnownUniquelyReferenced(&next) { next = next?.other.take() }
    }

    /// The members.
    var members: [ManagedObject] {
        takeOver()
        return Array(list)
    }

    /// The last member that is not one of these; nil where there is none.
    func lastMember(without others: Set<Int64>) -> ManagedObject? {
        takeOver()
        return list.last { !others.contains($0.number) }
    }

    /// Compares the order of the members with that in a base, for members that both have; the result is kept.
    func reordering(from base: BaseOrder) -> Reordering {
        if let reordering, reordering.base === base { return reordering }
        let known = Reordering(base: base, isReordered: isReordered(from: base))
        reordering = known
        return known
    }

    /// Takes the order's comparison over from another version, if the changes from that to this one move no member of
    /// the base.
    func adoptOrder(of other: ListVersion, _ changes: [Change], from base: BaseOrder, isInBase: (Int64) -> Bool) {
        guard let known = other.reordering, known.base === base, changes.moveNone(where: isInBase) else { return }
        reordering = known
    }

    private func isReordered(from base: BaseOrder) -> Bool {
        // Members that only came or only left do not count, nor do members that the base does not have.
        if let version = base.version, let changes = changes(from: version),
            changes.moveNone(where: { !base.added.contains($0) })
        {
            return false
        }
        let numbers = base.numbers
        takeOver()
        return MergedOrder.isReordered(list.map(\.number), from: numbers)
    }

    /// The version after a change of this one.
    func version(after change: Change) -> ListVersion {
        let next = ListVersion()
        takeOver()
        next.list = moveMembers(to: next, after: change)
        return next
    }

    /// The changes from another version to this one; nil if they are of different lists, or if there are many.
    func changes(from latest: ListVersion) -> [Change]? {
        latest.takeOver()
        var changes: [Change] = []
        var version = self
        while let next = version.other, let change = version.change {
            if changes.count == Self.few { return nil }
            changes.append(change)
            version = next
        }
        guard version === latest else { return nil }
        return changes.reversed().reduce(into: []) { left, change in
            if let last = left.last, last.isOpposite(of: change) { left.removeLast() } else { left.append(change) }
        }
    }

    /// Takes the members over from the version that has them.
    func takeOver() {
        var way: [ListVersion] = []
        var version = self
        while let next = version.other {
            way.append(version)
            version = next
        }
        for next in way.reversed() {
            guard let change = next.change else { return }
            next.list = version.moveMembers(to: next, after: change)
            (next.other, next.change) = (nil, nil)
            version = next
        }
    }

    /// Returns the members as a change leaves them, to be kept by the next version; this one keeps the opposite change.
    private func moveMembers(to next: ListVersion, after change: Change) -> ContiguousArray<ManagedObject> {
        var members: ContiguousArray<ManagedObject> = []
        swap(&members, &list)
        (other, self.change) = (next, change.opposite)
        switch change {
        case .insertion(let member, let index): members.insert(member, at: index)
        case .removal(_, let index): members.remove(at: index)
        }
        return members
    }
}

extension [ListVersion.Change] {
    /// True if no object that is asked for both leaves and comes.
    fileprivate func moveNone(where isConcerned: (Int64) -> Bool) -> Bool {
        var leaving: Set<ObjectIdentifier> = []
        var coming: Set<ObjectIdentifier> = []
        for change in self where isConcerned(change.member.number) {
            switch change {
            case .insertion(let member, _): coming.insert(ObjectIdentifier(member))
            case .removal(let member, _): leaving.insert(ObjectIdentifier(member))
            }
        }
        return leaving.isDisjoint(with: coming)
    }

    /// True if the same objects are members after the changes as before.
    var keepMembers: Bool {
        var balance: [ObjectIdentifier: Int] = [:]
        for change in self {
            switch change {
            case .insertion(let member, _): balance[ObjectIdentifier(member), default: 0] += 1
            case .removal(let member, _): balance[ObjectIdentifier(member), default: 0] -= 1
            }
        }
        return balance.values.allSatisfy { $0 == 0 }
    }
}
