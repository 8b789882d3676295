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
    func forget() throws {
        if !edited.isEmpty { try context.readAgain(edited) }
        // A parent's answer may have an object twice.
        for (owner, relationship) in all where relationship.state(in: owner).pointee.isResolved {
            // Former members have other references now.
            if case .inverseColumn = relationship.storage {
                let members = relationship.members(in: owner).map(\.number)
                context.relationships.members.former.note(members, of: relationship, owner.number)
            }
            relationship.forgetMembers(of: owner)
        }
        let owners = context.relationships.members.former.ownersToLookFor
        context.relationships.members.former.remove(owners.filter { context.objects[$0] == nil })
        // A pending position is one among the members as they are then.
        _ = try lists?.merge()
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

extension RelationshipDescription {
    /// True for a list whose order its members keep.
    fileprivate var keepsPositions: Bool {
        if case .inverseColumn = storage { cardinality == .ordered } else { false }
    }
}
