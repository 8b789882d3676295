/// The changed lists whose order is stored in their members' columns, before other contexts' changes of them are
/// merged.
///
/// Positions alone do not determine the order of additions: two additions at one index may have one position. So the
/// orders are merged like those of join tables (see `MergedOrder`), and the members that were changed here get matching
/// positions.
struct PendingLists {
    private struct List {
        let owner: ManagedObject
        let relationship: RelationshipDescription
        let inverse: RelationshipDescription
        /// The numbers of the members here, and their positions.
        let here: [Int64]
        let positions: [Double]
        /// The members before they were put into another order here.
        let former: [Member]

        func order(prefersOthers: Bool) -> MergedOrder {
            MergedOrder(base: former.map(\.number), here: here, prefersOthers: prefersOthers)
        }

        /// True if no other context has changed the list, and the positions here suffice.
        func isSettled(among stored: [Member]) -> Bool {
            stored.elementsEqual(former, by: ==) && zip(positions, positions.dropFirst()).allSatisfy(<)
        }
    }

    fileprivate typealias Member = (number: Int64, position: Double)

    private let context: ManagedObjectContext
    private var lists: [List] = []

    /// - Parameters:
    ///   - leavingEnds: true to leave out the lists of which all that was changed is what came at their ends, after what
    ///     the parent has there: those need no merge, which costs as much as there are members.
    ///   - owners: the numbers of the objects whose lists they are; nil for any.
    init(_ context: ManagedObjectContext, leavingEnds: Bool = false, ofOwners owners: Set<Int64>? = nil) {
        self.context = context
        var changed: [[Int64]: Change] = [:]
        var keys: [[Int64]] = []
        if context.objects.pendingWithPositions == 0 { return }
        for object in context.objects.pending where object.entity.hasPositions && object.status != .deleted {
            for reference in object.entity.references where reference.isPositionChanged(in: object) {
                guard let inverse = reference.inverse,
                    let owner = context.objects[reference.state(in: object).pointee.reference],
                    owner.status != .inserted, inverse.state(in: owner).pointee.isResolved,
                    owners?.contains(owner.number) ?? true
                else { continue }
                let key = [owner.number, Int64(inverse.index)]
                if changed[key] == nil {
                    keys.append(key)
                    changed[key] = Change(owner.entity.relationships[inverse.index], of: owner, reference)
                }
                changed[key]?.members.insert(object.number)
            }
        }
        for change in keys.lazy.compactMap({ changed[$0] }) where !leavingEnds || !change.isEnd(in: context) {
            lists.append(Self.list(change.relationship, of: change.owner, change.reference))
        }
    }

    /// The members of one list whose positions were changed.
    private struct Change {
        let relationship: RelationshipDescription
        let owner: ManagedObject
        let reference: RelationshipDescription
        var members: Set<Int64> = []

        init(_ relationship: RelationshipDescription, of owner: ManagedObject, _ reference: RelationshipDescription) {
            (self.relationship, self.owner, self.reference) = (relationship, owner, reference)
        }

        /// True if they are the last ones, and come after all that the parent has in the list, which it has read, and
        /// which they are not in.
        func isEnd(in context: ManagedObjectContext) -> Bool {
            guard case .parent(let parent) = context.source else { return false }
            let address = relationship.address(in: owner)
            let start = relationship.access.count(at: address) - members.count
            guard start >= 0 else { return false }
            for index in start..<start + members.count {
                guard members.contains(relationship.access.member(index, at: address).number) else { return false }
            }
            let first = reference.state(in: relationship.access.member(start, at: address)).pointee.position
            let (number, list) = (owner.number, relationship.index)
            return context.ask(parent) { [members] in
                ObjectGraph(context: parent).isEnd(first, list, of: number, without: members)
            }
        }
    }

    var isEmpty: Bool { lists.isEmpty }

    /// Leaves out the lists of those owners for which this is false.
    mutating func keep(where isKept: (ManagedObject) -> Bool) { lists.removeAll { !isKept($0.owner) } }

    func contains(_ relationship: RelationshipDescription, of owner: ManagedObject) -> Bool {
        lists.contains { $0.owner === owner && $0.relationship.index == relationship.index }
    }

    private static func list(
        _ relationship: RelationshipDescription, of owner: ManagedObject, _ inverse: RelationshipDescription
    ) -> List {
        let members = relationship.members(in: owner)
        return List(
            owner: owner, relationship: relationship, inverse: inverse, here: members.map(\.number),
            positions: members.map { inverse.state(in: $0).pointee.position },
            former: inverse.former(members, of: owner))
    }

    /// The members that have another position now, or are new.
    var moved: [ManagedObject] {
        lists.filter { $0.owner.status != .gone }.flatMap { list in
            let former = Dictionary(zip(list.here, list.positions)) { first, _ in first }
            return list.relationship.members(in: list.owner).filter { member in
                former[member.number] != list.inverse.state(in: member).pointee.position
            }
        }
    }

    /// Merges the orders with what is in the store, or in the parent, now.
    ///
    /// - Returns: the members that got other positions here, for the children that follow.
    /// - Throws: `FetchError`.
    func merge() throws -> [ManagedObject] {
        var moved: [ManagedObject] = []
        for list in lists where list.owner.status != .gone && list.owner.status != .deleted {
            try ObjectGraph(context: context).resolve(list.relationship, of: list.owner)
            moved += merge(list)
        }
        return moved
    }

    /// Gives the members that were changed here positions among what is in the store, or in the parent, now, for a save. The
    /// lists themselves stay as they were read.
    ///
    /// - Parameter prefersOthers: true if the other side's new order is preferred.
    /// - Throws: `FetchError`.
    func assignPositions(prefersOthers: Bool) throws -> SavedPositions {
        var assigned = SavedPositions(context: context)
        for list in lists where list.owner.status != .gone && list.owner.status != .deleted {
            var stored = try context.positions(in: list.relationship, of: list.owner)
            // A member that was removed or deleted here may stay, by a policy that prefers others. Otherwise it does
            // not affect the order, as when undo put a member back before one that it deleted.
            if !prefersOthers {
                stored.removeAll { list.inverse.hasDeparted($0.number, from: list.owner, in: context) }
            }
            if list.isSettled(among: stored) { continue }
            let order = list.order(prefersOthers: prefersOthers).list(with: stored.map(\.number))
            try assigned.assignPositions(
                order, of: list.relationship, of: list.owner,
                among: Dictionary(stored.map { ($0.number, $0.position) }) { first, _ in first })
        }
        return assigned
    }

    private func merge(_ list: List) -> [ManagedObject] {
        let present = list.relationship.members(in: list.owner)
        let others = list.inverse.former(present, of: list.owner).map(\.number)
        let merged = list.order(prefersOthers: context.mergePolicy.prefersOthers)
        let indexes = Dictionary(
            zip(merged.list(with: others), 0...), uniquingKeysWith: { first, _ in first })
        let order = present.enumerated().sorted { left, right in
            (indexes[left.element.number] ?? .max, left.offset) < (indexes[right.element.number] ?? .max, right.offset)
        }.map(\.element)
        return ObjectGraph(context: context).setOrder(order, in: list.relationship, of: list.owner)
    }
}

extension RelationshipDescription {
    /// Of a to-one whose inverse has an order: true if an object's position in that was changed here.
    func isPositionChanged(in object: ManagedObject) -> Bool {
        guard let column, let positionColumn else { return false }
        guard object.status != .inserted else { return state(in: object).pointee.reference != 0 }
        return object.edits?.base[positionColumn] != nil || object.edits?.base[column] != nil
    }

    /// The members that were an owner's before they were changed here, in the order of then.
    fileprivate func former(_ members: [ManagedObject], of owner: ManagedObject) -> [PendingLists.Member] {
        members.filter { wasMember($0, of: owner) }.map { ($0.number, formerPosition(of: $0)) }
            .sorted { ($0.1, $0.0) < ($1.1, $1.0) }
    }

    /// True if an object referred to another before that was changed here.
    private func wasMember(_ object: ManagedObject, of owner: ManagedObject) -> Bool {
        let own = object.entity.relationships[index]
        guard object.status != .inserted, let column = own.column else { return false }
        return object.edits?.base[column].map { $0 == .integer(owner.number) } ?? true
    }

    /// True if an object has left an owner's list, since it was deleted here or refers to another owner.
    fileprivate func hasDeparted(_ number: Int64, from owner: ManagedObject, in context: ManagedObjectContext) -> Bool {
        guard let object = context.objects[number] else { return false }
        if object.status == .deleted { return true }
        let own = object.entity.relationships[index]
        guard let column = own.column, object.edits?.base[column] == .integer(owner.number) else { return false }
        return own.state(in: object).pointee.reference != owner.number
    }

    /// An object's position before that was changed here.
    func formerPosition(of object: ManagedObject) -> Double {
        let own = object.entity.relationships[index]
        guard let column = own.positionColumn, let base = object.edits?.base[column] else {
            return own.state(in: object).pointee.position
        }
        if case .real(let position) = base { return position }
        return .infinity
    }
}

extension ObjectGraph {
    /// True if a list was read, has none of some members, and ends before a position.
    ///
    /// - Parameter index: the index of the relationship.
    fileprivate func isEnd(_ position: Double, _ index: Int, of owner: Int64, without members: Set<Int64>) -> Bool {
        guard let owner = context.objects[owner] else { return false }
        let relationship = owner.entity.relationships[index]
        guard relationship.state(in: owner).pointee.isResolved, let inverse = relationship.inverse else { return false }
        let last = relationship.lastMember(in: owner).map { inverse.state(in: $0).pointee.position } ?? 0
        guard last < position else { return false }
        let address = relationship.address(in: owner)
        return !members.contains { number in
            context.objects[number].map { relationship.access.contains($0, at: address) } ?? false
        }
    }

    /// Gives those members of a list that were changed here positions for an order, where it is another.
    ///
    /// - Returns: the members that got another position.
    fileprivate func setOrder(
        _ order: [ManagedObject], in relationship: RelationshipDescription, of owner: ManagedObject
    ) -> [ManagedObject] {
        guard let inverse = relationship.inverse else { return [] }
        let positions = order.map { inverse.state(in: $0).pointee.position }
        if zip(positions, positions.dropFirst()).allSatisfy({ $0 < $1 }) { return [] }
        owner.willChange?.send()
        relationship.access.setMembers(order, at: relationship.address(in: owner))
        let kept = zip(order, positions).map { member, position in
            member.entity.relationships[inverse.index].isPositionChanged(in: member) ? .nan : position
        }
        context.withoutUndo {
            for (member, position) in zip(order, OrderedPositions.respaced(kept, of: order.map(\.number))) {
                setPosition(of: member, inverse, to: position)
            }
        }
        return zip(order, positions).filter { inverse.state(in: $0).pointee.position != $1 }.map(\.0)
    }
}
