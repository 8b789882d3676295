/// `refresh(_:mergeChanges:)` after a merge (S11.9, S11.10).
extension ContextModel {
    mutating func refresh(_ id: Int, mergeChanges: Bool) {
        let isReferred = pending.status.keys.contains { view.rows[$0]?.references.values.contains(id) ?? false }
        if isReferred { met.insert(.newOwnersInParents) }
        guard !mergeChanges, pending.status[id] != .inserted else {
            // Whether an object with nothing written stays updated is not said of this.
            if pending.status[id] == .updated { pending.perhapsUpdated.insert(id) }
            return
        }
        guard source.rows[id] != nil else {
            met.insert(.undecided)
            return
        }
        if let deletion = pending.deleted[id] {
            // Whether the rule of what is still deleted takes it along.
            if deletion.causes.contains(where: { pending.deleted[$0] != nil }) { met.insert(.undecided) }
            takeBackDeletion(of: id)
            for index in undone.indices where undone[index].deletes(id) { undone[index].isTakenBackInPart = true }
        }
        for property in (pending.edits[id] ?? [:]).keys { view.rows[id]?[property] = source.rows[id]?[property] }
        // Whether what its links lead to is read anew with them, where it was old.
        let leads = view.pairs.contains { ends($0).contains(id) }
        if !follows, leads { met.insert(.undecided) }
        let isPending = pending.status[id] != nil
        pending.edits[id] = nil
        pending.status[id] = nil
        takeBackLinks(of: id)
        settlePairings(of: id, wherePending: isPending)
        if !view.lists.isEmpty || !source.lists.isEmpty { met.insert(.undecided) }
    }

    /// The other ends of its one-to-ones agree with it (S11.10, I1).
    private mutating func settlePairings(of id: Int, wherePending isPending: Bool) {
        for relation in schema.relations(of: view.rows[id]?.kind ?? 0) {
            guard schema.relations[relation].cardinality == .one, let inverse = schema.relations[relation].inverse,
                schema.relations[inverse].cardinality == .one
            else { continue }
            let present = view.rows[id]?.references[relation]
            let former = view.rows.filter { $0.key != present && $0.value.references[inverse] == id }.keys
            for other in former { lead(other, inverse, to: nil) }
            guard let present, let row = view.rows[present], row.references[inverse] != id else { continue }
            if let rival = row.references[inverse], view.rows[rival]?.references[relation] == present {
                // Whether it takes back what others have pending where nothing of its own is, is not said.
                if !isPending { met.insert(.undecided) }
                lead(rival, relation, to: nil)
            }
            // Of one that nobody has read there is nothing to agree with.
            if !isPending, unread != nil { met.insert(.undecided) }
            lead(present, inverse, to: id)
        }
    }

    private mutating func lead(_ id: Int, _ relation: Int, to target: Int?) {
        view.rows[id]?.references[relation] = target
        pending.edits[id]?[.reference(relation)]?.causes = []
        renew(id)
    }

    /// With everything that it implied (S11.10). What was deleted with it is as it was read, as it is itself.
    private mutating func takeBackDeletion(of id: Int) {
        // Whether the rules of what redo deleted with it find it where that is saved.
        if pending.deleted[id]?.isOfHistory ?? false { met.insert(.undecided) }
        pending.deleted[id] = nil
        pending.status[id] = nil
        pending.edits[id] = nil
        view.rows[id] = source.rows[id]
        for (other, edits) in pending.edits {
            let implied = edits.filter { $0.value.causes == [id] }.keys
            if implied.isEmpty { continue }
            guard view.rows[other] != nil else {
                // Deleted itself since: what its own rules ask of it is as before.
                for property in implied {
                    // Or takes nothing along that it did not refer to when it was deleted.
                    if case .reference(let relation) = property, schema.relations[relation].rule == .cascade {
                        met.insert(.undecided)
                    }
                    pending.deleted[other]?.shown[property] = edits[property]?.base
                    pending.edits[other]?[property] = nil
                }
                continue
            }
            for property in implied {
                // Of what others deleted, as it was read.
                let row = source.rows[other]
                view.rows[other]?[property] = row == nil ? edits[property]?.base : row?[property]
                pending.edits[other]?[property] = nil
            }
            pending.perhapsUpdated.insert(other)
            loseIfMissing(other)
        }
        for (pair, change) in pending.removed where change.causes.contains(id) {
            pending.removed[pair]?.causes.remove(id)
            if change.causes == [id] { restore(pair) }
        }
        for (other, deletion) in pending.deleted where deletion.causes.contains(id) {
            pending.deleted[other]?.causes.remove(id)
            if deletion.causes == [id], !deletion.isByProgram {
                takeBackDeletion(of: other)
                takeBackLinks(of: other)
            }
        }
    }

    /// An object of which nothing is pending any more and whose row does not exist is gone (S7.5).
    private mutating func loseIfMissing(_ id: Int) {
        guard pending.status[id] == .updated, source.rows[id] == nil, isPerhapsLetGo(id) else { return }
        view.rows[id] = nil
        pending.status[id] = nil
        pending.edits[id] = nil
        pending.perhapsUpdated.remove(id)
    }

    /// True if nothing is pending of an object for certain, so that it may be let go of with its row.
    func isPerhapsLetGo(_ id: Int) -> Bool {
        guard let row = view.rows[id], pending.status[id] == nil || pending.status[id] == .updated else { return false }
        let isEdited = (pending.edits[id] ?? [:]).contains { row[$0.key] != $0.value.base }
        return !isEdited && !isLinked(id) && !pending.reordered.contains { $0.owner == id }
    }

    private mutating func takeBackLinks(of id: Int) {
        for pair in Array(pending.added.keys) + pending.removed.keys where pair.from == id || pair.to == id {
            restore(pair)
        }
    }

    /// True if equal values were assigned here: whether these show, or what others save of them from now on.
    private func isAssignedEqualValues(_ id: Int) -> Bool {
        (pending.edits[id] ?? [:]).contains { view.rows[id]?[$0.key] == $0.value.base }
    }

    private mutating func restore(_ pair: Graph.Pair) {
        pending.added[pair] = nil
        pending.removed[pair] = nil
        if source.pairs.contains(pair) { view.pairs.insert(pair) } else { view.pairs.remove(pair) }
        for end in ends(pair) where pending.status[end] == .updated {
            pending.perhapsUpdated.insert(end)
            if isAssignedEqualValues(end) { met.insert(.undecided) }
            loseIfMissing(end)
        }
    }
}
