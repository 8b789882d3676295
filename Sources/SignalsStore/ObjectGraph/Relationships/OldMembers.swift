/// The to-manys of objects that a fetch returns and that may have changed elsewhere, unnoticed, since they were read.
struct OldMembers {
    private let context: ManagedObjectContext
    private var all: [(owner: ManagedObject, relationship: RelationshipDescription)] = []
    /// Those that were changed here, whose rows may not be among those that were found.
    private var edited: [ManagedObject] = []
    /// The lists among them that have pending positions, which are merged.
    private let lists: PendingLists?

    /// - Parameter includingEdited: true for those too that were changed here: once for each time that others committed, since
    ///   to read them costs as much as there are members. What a parent changed in these, and has not saved, shows once it
    ///   is saved.
    init(of owners: [ManagedObject], in context: ManagedObjectContext, includingEdited: Bool) {
        self.context = context
        let commitCount = context.coordinator.commitCount
        var listed: Set<Int64> = []
        for owner in owners where owner.status == .clean || owner.status == .updated {
            // Asked for only where something is edited: a fetch may find very many objects.
            var isBehind: Bool?
            if includingEdited, owner.status == .updated {
                isBehind = context.formerMembers.isBehind(owner, commitCount)
                if isBehind == true { edited.append(owner) }
            }
            for relationship in owner.entity.relationships where !relationship.isToOne {
                let state = relationship.state(in: owner)
                guard state.pointee.isResolved else { continue }
                if state.pointee.edits != nil {
                    if isBehind == nil {
                        isBehind = includingEdited && context.formerMembers.isBehind(owner, commitCount)
                    }
                    guard isBehind == true else { continue }
                }
                all.append((owner, relationship))
                if relationship.keepsPositions { listed.insert(owner.number) }
            }
        }
        let pending =
            listed.isEmpty || context.objects.pending.isEmpty ? nil : PendingLists(context, ofOwners: listed)
        if !includingEdited, let pending {
            all.removeAll { pending.contains($0.relationship, of: $0.owner) }
        }
        lists = includingEdited ? pending : nil
    }

    /// Has them be read at their next access. What was changed here stays.
    ///
    /// - Throws: `FetchError`.
    func forget() throws {
        if !edited.isEmpty { try context.readAgain(edited) }
        for (owner, relationship) in all {
            // Those that are members no more have other references now.
            if case .inverseColumn = relationship.storage { context.formerMembers.note(relationship, of: owner) }
            relationship.forgetMembers(of: owner)
        }
        context.formerMembers.prune { context.objects[$0] != nil }
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
