/// The links that the changed objects of a context made and ended.
struct RelationshipChanges {
    private let objects: ContiguousArray<ManagedObject>
    /// True if other contexts may have changed lists since they were read, without a notice of it.
    private let isOld: Bool
    private let causes: DeletionCauses

    init(_ objects: ContiguousArray<ManagedObject>, areListsOld: Bool, _ causes: DeletionCauses) {
        self.objects = objects
        self.causes = causes
        isOld = areListsOld
    }

    /// - Throws: `SaveError` when a required relationship refers to no object.
    func add(to changeSet: inout ChangeSet) throws(SaveError) {
        for object in objects where object.entity.hasMoreThanColumns {
            guard object.status.isPending else { continue }
            for relationship in object.entity.relationships {
                if relationship.isRequired, object.status != .deleted { try require(relationship, of: object) }
                guard case .links(let table, let side) = relationship.storage,
                    let edits = relationship.state(in: object).pointee.edits
                else { continue }
                switch side {
                case .source: add(edits, of: relationship, of: object, table, to: &changeSet)
                case .target: if object.status != .deleted { addLost(edits, of: object, table, to: &changeSet) }
                }
            }
        }
    }

    /// Adds the links with sources whose rows turned out to be gone when they were read: they have no changes themselves,
    /// and the store refuses these.
    private func addLost(
        _ edits: RelationshipEdits, of object: ManagedObject, _ table: JoinTable, to changeSet: inout ChangeSet
    ) {
        for (number, source) in edits.added.sorted(by: { $0.key < $1.key }) where source.status == .gone {
            changeSet.links.append(
                LinkChange(table: table, kind: .added, source: number, target: object.number, isMadeByTarget: true))
        }
    }

    private func add(
        _ edits: RelationshipEdits, of relationship: RelationshipDescription, of object: ManagedObject,
        _ table: JoinTable, to changeSet: inout ChangeSet
    ) {
        // Of what is deleted, what the program had removed before: a policy may give the deletion up.
        let added = object.status == .deleted ? [:] : edits.added
        for (kind, numbers) in [(LinkChange.Kind.removed, edits.removed.keys), (.added, added.keys)] {
            // Members that a rule removed are removed by it in the store too, if it applies there: those that it would delete,
            // and that are kept, first.
            let made = numbers.filter { !edits.implied.contains($0) || causes.areSpared(object.number, $0) }
            changeSet.links += made.sorted().map {
                LinkChange(
                    table: table, kind: kind, source: object.number, target: $0,
                    isMadeByTarget: edits.madeByMembers.contains($0), isImplied: edits.implied.contains($0))
            }
        }
        guard table.isOrdered, object.status != .deleted, edits.isReordered || !edits.added.isEmpty else { return }
        let isRead = relationship.state(in: object).pointee.isResolved
        var isEnd = object.status != .inserted && edits.onlyAppends(isRead: isRead) && !(isRead && isOld)
        var targets = isRead ? [] : edits.orderWhileUnread
        if isRead, isEnd {
            targets = lastMembers(of: relationship, of: object, edits)
            // If these are all members, some may come before other contexts' additions.
            isEnd = targets.count < relationship.access.count(at: relationship.address(in: object))
        } else if isRead {
            targets = relationship.members(in: object).map(\.number)
        }
        changeSet.orders.append(
            LinkOrder(
                table: table, source: object.number, targets: targets,
                base: isEnd || !edits.isReordered ? nil : edits.base?.numbers,
                isEnd: isEnd))
    }

    /// Returns the members from the first added one on, and some before it, from which the positions of other contexts'
    /// additions follow.
    private func lastMembers(
        of relationship: RelationshipDescription, of object: ManagedObject, _ edits: RelationshipEdits
    ) -> [Int64] {
        let address = relationship.address(in: object)
        var start = relationship.access.count(at: address)
        let end = start
        var missing = edits.added.values.count { $0.status != .gone && $0.status != .deleted }
        while start > 0, missing > 0 {
            start -= 1
            if edits.added[relationship.access.member(start, at: address).number] != nil { missing -= 1 }
        }
        return (max(0, start - Self.before)..<end).map { relationship.access.member($0, at: address).number }
    }

    /// The number of members before the added ones that are reported: other contexts may have removed some of them.
    private static var before: Int { 16 }

    // The stored members of an unread to-many that loses none are assumed to suffice.
    private func require(_ relationship: RelationshipDescription, of object: ManagedObject) throws(SaveError) {
        let state = relationship.state(in: object)
        let mayBeEmpty = object.status == .inserted || state.pointee.edits?.removed.isEmpty == false
        if !relationship.isToOne, !state.pointee.isResolved, mayBeEmpty, let context = object.confinement.context {
            do { try ObjectGraph(context: context).resolve(relationship, of: object) } catch {
                throw SaveError(reading: error)
            }
        }
        let isMissing =
            relationship.isToOne
            ? state.pointee.reference == 0
            : state.pointee.isResolved && relationship.members(in: object).isEmpty
        guard isMissing, !object.isUnloaded else { return }
        throw relationship.missing(in: object)
    }
}
