/// The to-manys of objects that a fetch returns and that may have changed elsewhere, unnoticed, since they were read.
struct OldMembers {
    private let context: ManagedObjectContext
    private var all: [(owner: ManagedObject, relationship: RelationshipDescription)] = []
    /// The members that were changed here, whose rows may not be among those that were found.
    private var edited: [ManagedObject] = []
    /// The lists among them that have pending positions, which are merged.
    private let lists: PendingLists?

    /// - Parameter count: the number of changes elsewhere until now. Those that were changed here too are read once after
    ///   each, since to read them costs as much as there are members.
    init(of owners: [ManagedObject], in context: ManagedObjectContext, asOf count: Int) {
        self.context = context
        var listed: Set<Int64> = []
        var behind: [Int64: Bool] = [:]
        func isBehind(_ owner: ManagedObject) -> Bool {
            if let known = behind[owner.number] { return known }
            let isBehind = context.relationships.members.former.isBehind(owner, count)
            behind[owner.number] = isBehind
            return isBehind
        }
        let hasPending = !context.objects.pending.isEmpty
        for owner in owners
        where owner.status == .clean || owner.status == .updated || owner.status == .inserted && owner.isStoredToo {
            if owner.status == .updated, isBehind(owner) { edited.append(owner) }
            for relationship in owner.entity.relationships where !relationship.isToOne {
                let state = relationship.state(in: owner)
                guard state.pointee.isResolved, state.pointee.edits == nil || isBehind(owner) else { continue }
                all.append((owner, relationship))
                if hasPending, relationship.keepsPositions { listed.insert(owner.number) }
            }
        }
        var pending = listed.isEmpty ? nil : PendingLists(context, ofOwners: listed)
        if pending?.isEmpty == false {
            all.removeAll { pending?.contains($0.relationship, of: $0.owner) == true && !isBehind($0.owner) }
            pending?.keep(where: isBehind)
        }
        lists = pending
    }

    /// Makes the to-manys be read again at their next access. Changes of this context stay.
    ///
    /// - Throws: `FetchError`.
    mutating func forget() throws {
        if !edited.isEmpty { try context.readAgain(edited) }
        for part in Dictionary(grouping: all, by: { ObjectIdentifier($0.relationship) }).values {
            let (owners, relationship) = (part.map(\.owner), part[0].relationship)
            if case .links(let table, let side) = relationship.storage {
                try forgetLinks(of: owners, relationship, table, side)
            } else {
                forgetReferring(to: owners, relationship)
            }
        }
        let owners = context.relationships.members.former.ownersToLookFor
        context.relationships.members.former.remove(owners.filter { context.objects[$0] == nil })
        // A pending position is one among the members as they are then.
        _ = try lists?.merge()
    }

    private func forgetReferring(to owners: [ManagedObject], _ relationship: RelationshipDescription) {
        // A parent's answer may have an object twice.
        for owner in owners where relationship.state(in: owner).pointee.isResolved {
            // Former members have other references now.
            let members = relationship.members(in: owner).map(\.number)
            context.relationships.members.former.note(members, of: relationship, owner.number)
            relationship.forgetMembers(of: owner)
        }
    }

    /// Forgets the members of objects whose links were changed elsewhere, and those at the other end of these links: both
    /// ends agree, whichever is found or read.
    private mutating func forgetLinks(
        of owners: [ManagedObject], _ relationship: RelationshipDescription, _ table: JoinTable,
        _ side: JoinTable.Side
    ) throws {
        let stored = try numbersNow(of: owners, relationship, table, side)
        for owner in owners where relationship.state(in: owner).pointee.isResolved {
            let edits = relationship.state(in: owner).pointee.edits
            let known = relationship.members(in: owner).map(\.number)
            let now = (stored[owner.number] ?? []).filter { context.objects[$0]?.status != .deleted }
            var base = Set(known)
            if let edits { base = base.subtracting(edits.added.keys).union(edits.removed.keys) }
            let changed = base.symmetricDifference(now)
            let isReordered = relationship.cardinality == .ordered && (edits != nil || known != now)
            if !changed.isEmpty || isReordered { forget(relationship, of: owner) }
            guard let inverse = relationship.inverse else { continue }
            for number in changed {
                if let other = context.objects[number], inverse.state(in: other).pointee.isResolved {
                    forget(inverse, of: other)
                    all.append((other, inverse))
                }
            }
        }
    }

    /// The numbers of the members where the context reads.
    private func numbersNow(
        of owners: [ManagedObject], _ relationship: RelationshipDescription, _ table: JoinTable,
        _ side: JoinTable.Side
    ) throws -> [Int64: [Int64]] {
        guard case .parent = context.source else {
            return Dictionary(grouping: try context.links(of: table, side, to: owners.map(\.number)), by: \.owner)
                .mapValues { $0.map(\.other) }
        }
        var numbers: [Int64: [Int64]] = [:]
        for owner in owners {
            numbers[owner.number] = try context.parentMembers(of: relationship, of: owner)?.map(\.number)
        }
        return numbers
    }

    private func forget(_ relationship: RelationshipDescription, of owner: ManagedObject) {
        owner.willChange?.send()
        relationship.forgetMembers(of: owner)
        context.didRefresh(owner)
    }

    /// Reads those that were forgotten, a relationship at a time.
    ///
    /// - Throws: `FetchError`.
    func read() throws {
        for part in Dictionary(grouping: all, by: { ObjectIdentifier($0.relationship) }).values {
            try ObjectGraph(context: context).prefetch(part[0].relationship, of: part.map(\.owner))
        }
    }
}

extension ManagedObjectContext {
    /// Brings the to-manys of objects that were read again up to date, too. What cannot be read now is read at the next
    /// access.
    func bringMembersUpToDate(of objects: [ManagedObject]) {
        var old = OldMembers(of: objects, in: self, asOf: readCommitCount &+ changesAbove)
        do { try old.forget() } catch {
            for object in objects {
                for relationship in object.entity.relationships
                where !relationship.isToOne && relationship.state(in: object).pointee.isResolved {
                    relationship.forgetMembers(of: object)
                }
            }
        }
    }
}

extension RelationshipDescription {
    /// True for a list whose order its members keep.
    fileprivate var keepsPositions: Bool {
        if case .inverseColumn = storage { cardinality == .ordered } else { false }
    }
}
