import SignalsStore

/// A save as the sentences of S5, S6, S9 and S10 judge it: what it leaves in the place it saves to, or why it fails.
struct Settlement {
    let context: ContextModel
    let schema: Schema
    let policy: MergePolicy
    /// The place it saves to: the store, or the parent's view.
    let target: Graph
    /// The result.
    var graph: Graph
    /// All that is wrong: a save reports one of them.
    var failures: Set<Failure> = []
    /// The known differences that were met on the way.
    var met: Set<Known> = []
    /// The stored objects that new ones became.
    var joined: [Int: Int] = [:]
    /// Deletions that lost.
    var lost: Set<Int> = []
    /// The causes of each deletion besides the program.
    var causes: [Int: Set<Int>] = [:]
    /// Objects of the parent that its store has not got.
    let isNew: (Int) -> Bool
    /// Objects in conflict under `.rollback`, and those whose changes are dropped since they are gone.
    let absorbs: Bool
    var discarded: Set<Int> = []
    var dropped: Set<Int> = []
    /// Objects that were changed here and elsewhere, or deleted there, or that stay with what they were to leave.
    var conflicting: Set<Int> = []

    var pending: ContextModel.Pending { context.pending }
    var isStoreSide: Bool { policy.isStoreSide }

    /// - Parameter absorbs: true for a child's save and a keyed task, which today go the same way.
    init(
        _ context: ContextModel, onto target: Graph, absorbs: Bool, isNew: @escaping (Int) -> Bool = { _ in false }
    ) {
        self.absorbs = absorbs
        self.context = context
        schema = context.schema
        policy = context.policy
        self.target = target
        self.isNew = isNew
        graph = target
        judgeDeletions()
        insertRows()
        for (id, status) in pending.status.sorted(by: { $0.key < $1.key }) where status == .updated { update(id) }
        checkTargets()
        applyPairs()
        pairOneToOnes()
        applyLists()
        joinNewWithStored()
        delete()
        checkRequired()
        // Unique values are asked of the store only (S6.6).
        if context.parent == nil { checkUnique() }
    }
}

// Deletions (S9.10, S9.16, S9.17).
extension Settlement {
    mutating func judgeDeletions() {
        for (id, deletion) in pending.deleted {
            guard let stored = target.rows[id] else { continue }
            guard differs(stored, deletion.base) else {
                if stored != deletion.base { met.insert(.nilsOfDeletions) }
                continue
            }
            switch policy {
            case .error: failures.insert(.deletionConflict(id))
            case .mergeByPropertyStoreTrump: lost.insert(id)
            case .rollback:
                lost.insert(id)
                discarded.insert(id)
            case .mergeByPropertyObjectTrump, .overwrite: break
            }
        }
        lost.formUnion(context.spared)
        while loseMore() {}
        if !lost.isEmpty { met.insert(.lostDeletions) }
    }

    mutating func loseMore() -> Bool {
        let count = lost.count
        for (id, deletion) in pending.deleted {
            if !lost.contains(id), !deletion.isByProgram, !deletion.causes.isEmpty, deletion.causes.isSubset(of: lost) {
                lost.insert(id)
            }
            guard lost.contains(id) else { continue }
            for (relation, owner) in target.rows[id]?.references ?? [:] where pending.deleted[owner] != nil {
                let inverse = schema.relations[relation].inverse
                if target.rows[owner] != nil, inverse.map({ schema.relations[$0].rule == .cascade }) ?? false {
                    lost.insert(owner)
                }
            }
        }
        return lost.count > count
    }

    func differs(_ stored: Graph.Row, _ base: Graph.Row) -> Bool {
        stored.differences(from: base).contains { isChanged($0, base: base[$0], stored: stored[$0]) }
    }

    /// A stored nil is no change if the base's target exists no more (S9.4).
    func isChanged(_ property: ContextModel.Property, base: Int?, stored: Int?) -> Bool {
        guard base != stored else { return false }
        if case .reference = property, stored == nil, let base, target.rows[base] == nil { return false }
        return true
    }
}

// Rows (S9.2 to S9.9).
extension Settlement {
    mutating func insertRows() {
        for (id, status) in pending.status where status == .inserted { insertRow(id) }
        guard absorbs else { return }
        let isRelated = pending.edits.values.contains { edits in
            edits.contains { property, edit in
                guard case .reference = property else { return false }
                return edit.causes.isEmpty
            }
        }
        if !pending.deleted.isEmpty, isRelated || !pending.added.isEmpty { met.insert(.absorbedDeletions) }
        let isOwnerNew = pending.status.contains { id, status in
            status != .deleted
                && context.view.rows[id]?.references.contains { relation, owner in
                    pending.status[owner] == .inserted && schema.relations[relation].inverse != nil
                } ?? false
        }
        let isListed = pending.edits.values.contains { edits in
            edits.keys.contains { property in
                guard case .reference(let relation) = property else { return false }
                return schema.isInList(relation)
            }
        }
        if isListed { met.insert(.listsInParents) }
        if isListedUnread { met.insert(.undecided) }
        if isOwnerNew { met.insert(.newOwnersInParents) }
    }

    /// True if an object was put into a list of an owner that its context has not, and the place that it saves to has.
    private var isListedUnread: Bool {
        pending.edits.contains { id, edits in
            edits.keys.contains { property in
                guard case .reference(let relation) = property, schema.isInList(relation),
                    let owner = context.view.rows[id]?[property]
                else { return false }
                return context.view.rows[owner] == nil && target.rows[owner] != nil
            }
        }
    }

    /// A row that came back after a deletion may be there again (I14): of both one is made.
    mutating func insertRow(_ id: Int) {
        guard let here = context.view.rows[id], let stored = target.rows[id] else {
            graph.rows[id] = context.view.rows[id]
            return
        }
        graph.rows[id] = isStoreSide ? stored : here
        guard policy == .error else { return }
        for property in here.differences(from: stored) {
            failures.insert(.conflict(id, attribute: name(property, here.kind)))
        }
    }

    mutating func update(_ id: Int) {
        guard let here = context.view.rows[id] else { return }
        let edits = (pending.edits[id] ?? [:]).filter { here[$0.key] != $0.value.base }
        let own = edits.filter { $0.value.causes.isEmpty }
        guard let stored = target.rows[id] else {
            conflicting.insert(id)
            if own.isEmpty, makesLinks(id), !surelyMakesLinks(id) { met.insert(.undecided) }
            return updateMissing(id, here, isChanged: !own.isEmpty || makesLinks(id))
        }
        for property in edits.keys {
            guard case .reference = property else { continue }
            if stored[property] != edits[property]?.base,
                !isChanged(property, base: edits[property]?.base, stored: stored[property])
            {
                met.insert(.nilsOfDeletions)
            }
        }
        for (property, edit) in edits where !edit.causes.isEmpty && !edit.causes.isSubset(of: lost) {
            if stored[property] != edit.base { met.insert(.impliedNils) }
            // Implied: only where it still leads to what is deleted (S9.15).
            if let reference = stored[property], edit.causes.contains(reference) { graph.rows[id]?[property] = nil }
        }
        let conflicts = conflicts(id, own, stored)
        guard !conflicts.isEmpty else {
            for property in own.keys { graph.rows[id]?[property] = here[property] }
            return
        }
        conflicting.insert(id)
        switch policy {
        case .error:
            for property in conflicts { failures.insert(.conflict(id, attribute: name(property, here.kind))) }
            // Whatever else is wrong with what is here may be reported instead.
            for property in own.keys { graph.rows[id]?[property] = here[property] }
        case .mergeByPropertyStoreTrump:
            for property in own.keys where !conflicts.contains(property) { graph.rows[id]?[property] = here[property] }
        case .mergeByPropertyObjectTrump: for property in own.keys { graph.rows[id]?[property] = here[property] }
        case .overwrite: graph.rows[id] = here
        case .rollback: discarded.insert(id)
        }
    }

    func conflicts(
        _ id: Int, _ edits: [ContextModel.Property: ContextModel.Edit], _ stored: Graph.Row
    ) -> Set<ContextModel.Property> {
        Set(edits.filter { isChanged($0.key, base: $0.value.base, stored: stored[$0.key]) }.keys)
    }

    func makesLinks(_ id: Int) -> Bool {
        pending.added.values.contains { $0.makers.contains(id) }
            || pending.removed.values.contains { $0.makers.contains(id) }
    }

    /// False where undo may have done all that is changed of its links.
    func surelyMakesLinks(_ id: Int) -> Bool {
        pending.added.values.contains { $0.makers.contains(id) && !$0.isTakenBack }
            || pending.removed.values.contains { $0.makers.contains(id) && !$0.isTakenBack }
    }

    mutating func updateMissing(_ id: Int, _ here: Graph.Row, isChanged: Bool) {
        guard isChanged else {
            met.insert(.impliedNils)
            dropped.insert(id)
            return
        }
        switch policy {
        case .error: failures.insert(.deletionConflict(id))
        case .mergeByPropertyStoreTrump, .rollback: dropped.insert(id)
        case .mergeByPropertyObjectTrump, .overwrite:
            if !here.references.isEmpty { met.insert(.goneMembers) }
            graph.rows[id] = here
        }
        if makesLinks(id) { met.insert(.linksOfMissingRows) }
    }

    func name(_ property: ContextModel.Property, _ kind: Int) -> String {
        switch property {
        case .attribute(let index): schema.kinds[kind].attributes[index].name
        case .reference(let relation): schema.relations[relation].name
        }
    }
}

// References and links (S9.5, S9.6, S9.12).
extension Settlement {
    mutating func checkTargets() {
        for (id, row) in graph.rows {
            for (relation, reference) in row.references where graph.rows[reference] == nil {
                // What was left by noAction, and is not written, stays.
                guard row.references[relation] != target.rows[id]?.references[relation] else {
                    // Where the same was assigned here, it is written, as nil, or not.
                    let edit = pending.edits[id]?[.reference(relation)]
                    if policy != .error, let edit, edit.base != reference { met.insert(.undecided) }
                    continue
                }
                let isWritten = pending.status[id] == .inserted || pending.edits[id]?[.reference(relation)] != nil
                if policy == .error || !isWritten {
                    met.formUnion(isWritten ? [] : [.missingTargets])
                } else {
                    met.insert(.missingTargets)
                }
                if context.parent != nil { met.insert(.targetsInParents) }
                if policy == .error {
                    failures.insert(
                        .relatedObjectDeleted(id, relation: schema.relations[relation].name, target: reference))
                }
                let kept = isStoreSide ? target.rows[id]?.references[relation] : nil
                graph.rows[id]?.references[relation] = kept
                if kept != nil { conflicting.insert(id) }
            }
        }
        guard isStoreSide else { return }
        // A reference that loses is checked all the same today.
        for (id, edits) in pending.edits where target.rows[id] != nil {
            for property in edits.keys {
                if case .reference = property, let reference = context.view.rows[id]?[property],
                    graph.rows[reference] == nil
                {
                    met.insert(.missingTargets)
                }
            }
        }
    }

    mutating func applyPairs() {
        for (pair, change) in pending.added {
            if !discarded.isDisjoint(with: [pair.from, pair.to]) {
                met.insert(.linksOfMissingRows)
                continue
            }
            if !dropped.isDisjoint(with: [pair.from, pair.to]), policy != .error { met.insert(.linksOfMissingRows) }
            guard let missing = [pair.from, pair.to].first(where: { graph.rows[$0] == nil }) else {
                graph.pairs.insert(pair)
                continue
            }
            guard policy == .error else {
                met.insert(.missingTargets)
                continue
            }
            let holders = [pair.from, pair.to].filter { $0 != missing }
            failures.insert(.deletionConflict(missing))
            for holder in holders {
                met.insert(.holdersOfLinks)
                failures.insert(.relatedObjectDeleted(holder, relation: name(pair, at: holder), target: missing))
            }
            if change.makers.contains(missing) { met.insert(.linksOfMissingRows) }
        }
        for (pair, change) in pending.removed {
            if !discarded.isDisjoint(with: [pair.from, pair.to]) {
                met.insert(.linksOfMissingRows)
                continue
            }
            if !change.causes.isEmpty, change.causes.isSubset(of: lost), change.makers.isEmpty { continue }
            graph.pairs.remove(pair)
        }
        endPairs()
    }

    /// Ends the pairs of what is gone; in a parent, not those of what it is to delete itself.
    mutating func endPairs() {
        graph.pairs = graph.pairs.filter { pair in
            [pair.from, pair.to].allSatisfy {
                graph.rows[$0] != nil || target.rows[$0] == nil && target.pairs.contains(pair)
            }
        }
    }

    func name(_ pair: Graph.Pair, at holder: Int) -> String {
        let relation = schema.relations[pair.relation]
        return holder == pair.from ? relation.name : relation.inverse.map { schema.relations[$0].name } ?? relation.name
    }

    /// Both ends of a one-to-one are one property: whatever else refers to either end becomes nil.
    mutating func pairOneToOnes() {
        for (relation, relationship) in schema.relations.enumerated() {
            guard relationship.cardinality == .one, let inverse = relationship.inverse, relation < inverse,
                schema.relations[inverse].cardinality == .one
            else { continue }
            for (id, row) in graph.rows {
                if let other = row.references[relation], graph.rows[other]?.references[inverse] != id {
                    met.insert(.undecided)
                }
                if let other = row.references[inverse], graph.rows[other]?.references[relation] != id {
                    met.insert(.undecided)
                }
            }
        }
    }

    /// True if a list's order is dropped with the other changes of its owner.
    func drops(_ key: Graph.ListKey) -> Bool { schema.isLinked(key.relation) && discarded.contains(key.owner) }

    mutating func applyLists() {
        for key in Set(graph.lists.keys).union(context.view.lists.keys) {
            guard graph.rows[key.owner] != nil else { continue }
            let (base, here) = (context.source.lists[key] ?? [], context.view.lists[key] ?? [])
            // What its place is then is not said.
            if !schema.isLinked(key.relation),
                !conflicting.union(lost).isDisjoint(with: here + (target.lists[key] ?? []))
            {
                met.insert(.undecided)
            }
            // Nor what the order is of one whose owner is there again, which was read as gone.
            let isBack = context.source.rows[key.owner] == nil && target.rows[key.owner] != nil
            if !schema.isLinked(key.relation), isBack, !here.isEmpty { met.insert(.undecided) }
            let members = graph.allMembers(key.relation, of: key.owner, schema)
            // Or of one that the policy brings back, into which others have put members that are pending there.
            let isRestored = context.source.rows[key.owner] != nil && target.rows[key.owner] == nil
            if !schema.isLinked(key.relation), isRestored, members.contains(where: { !here.contains($0) }) {
                met.insert(.undecided)
            }
            let merged = mergedList(
                base: base, here: here, stored: target.lists[key] ?? [],
                isReorderedHere: here.filter(base.contains) != base.filter(here.contains) && !drops(key),
                prefersStored: isStoreSide
            ).filter(members.contains)
            graph.lists[key] = merged + members.filter { !merged.contains($0) }
        }
        graph.lists = graph.lists.filter { graph.rows[$0.key.owner] != nil && !$0.value.isEmpty }
    }
}
