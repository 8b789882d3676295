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
        let isOneToOne = schema.relations.contains { relation in
            relation.cardinality == .one && relation.inverse.map { schema.relations[$0].cardinality == .one } ?? false
        }
        if isOneToOne { met.insert(.undecided) }
        let isMoved = (pending.edits[id] ?? [:]).contains { property, edit in
            if case .reference = property { edit.base != source.rows[id]?[property] } else { false }
        }
        if isMoved || pending.deleted[id].map({ $0.base != source.rows[id] }) ?? false { met.insert(.refreshedLinks) }
        if pending.deleted[id] != nil { takeBackDeletion(of: id) }
        for property in (pending.edits[id] ?? [:]).keys { view.rows[id]?[property] = source.rows[id]?[property] }
        pending.edits[id] = nil
        pending.status[id] = nil
        for pair in Array(pending.added.keys) + pending.removed.keys where pair.from == id || pair.to == id {
            restore(pair)
        }
        if !view.lists.isEmpty || !source.lists.isEmpty { met.insert(.undecided) }
    }

    /// With everything that it implied (S11.10).
    private mutating func takeBackDeletion(of id: Int) {
        pending.deleted[id] = nil
        pending.status[id] = nil
        view.rows[id] = source.rows[id]
        for (other, edits) in pending.edits where view.rows[other] != nil {
            for (property, edit) in edits where edit.causes == [id] {
                view.rows[other]?[property] = source.rows[other]?[property]
                pending.edits[other]?[property] = nil
            }
            pending.perhapsUpdated.insert(other)
        }
        for (pair, change) in pending.removed where change.causes == [id] { restore(pair) }
        for (other, deletion) in pending.deleted where deletion.causes == [id] && !deletion.isByProgram {
            if source.rows[other] != nil { takeBackDeletion(of: other) }
        }
    }

    private mutating func restore(_ pair: Graph.Pair) {
        pending.added[pair] = nil
        pending.removed[pair] = nil
        if source.pairs.contains(pair) { view.pairs.insert(pair) } else { view.pairs.remove(pair) }
        for end in [pair.from, pair.to] where pending.status[end] == .updated { pending.perhapsUpdated.insert(end) }
    }
}
