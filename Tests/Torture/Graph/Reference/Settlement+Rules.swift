// Unique values, deletions and what is required (S5.10 to S5.13, S6.5, S10).
extension Settlement {
    /// Under other policies than `.error` a new object becomes one with the one that has its value (S10.3 to S10.6). The
    /// classes with such values have no relationships here.
    mutating func joinNewWithStored() {
        guard policy != .error, context.parent == nil else { return }
        let new = pending.status.filter {
            $0.value == .inserted && target.rows[$0.key] == nil && !context.returning.contains($0.key)
        }.keys.sorted()
        var later = Set(new)
        for id in new {
            later.remove(id)
            let owners = Set(taken(id).map(\.by)).subtracting(later).filter {
                pending.deleted[$0] == nil || lost.contains($0)
            }
            guard owners.count == 1, let owner = owners.first, let here = graph.rows[id], let stored = graph.rows[owner]
            else { continue }
            let attributes = zip(here.attributes, stored.attributes).map(joinedValue)
            graph.rows[owner]?.attributes = attributes
            graph.rows[id] = nil
            joined[id] = owner
        }
    }

    /// The declared values are 0, and so is nil.
    private func joinedValue(_ here: Int, _ stored: Int) -> Int {
        switch policy {
        case .error, .rollback: stored
        case .overwrite: here
        case .mergeByPropertyObjectTrump: here == 0 ? stored : here
        case .mergeByPropertyStoreTrump: stored == 0 ? here : stored
        }
    }

    mutating func delete() {
        let doomed = pending.deleted.keys.filter { target.rows[$0] != nil && !lost.contains($0) }
        for id in doomed {
            // What was assigned before the deletion is one of the save's other changes.
            for (property, edit) in pending.edits[id] ?? [:] {
                guard case .reference = property else { continue }
                if edit.causes.isEmpty {
                    let shown = pending.deleted[id]?.shown[property]
                    graph.rows[id]?[property] = shown
                } else if !edit.causes.isSubset(of: lost), let reference = graph.rows[id]?[property],
                    edit.causes.contains(reference)
                {
                    // Implied: only where it still leads to what is deleted (S9.15).
                    graph.rows[id]?[property] = nil
                }
            }
        }
        var after = graph
        // What is kept is spared by its owners' deletions too.
        for pair in after.pairs where !lost.isDisjoint(with: [pair.from, pair.to]) {
            if doomed.contains(pair.from) || doomed.contains(pair.to) { after.pairs.remove(pair) }
        }
        for id in doomed {
            for (relation, target) in after.rows[id]?.references ?? [:] where lost.contains(target) {
                after.rows[id]?.references[relation] = nil
            }
        }
        causes = after.delete(doomed.sorted(), schema, isNew: isNew)
        for id in graph.rows.keys where after.rows[id] == nil { checkDenied(id, after) }
        graph = after
        leaveDoomed(doomed)
        endPairs()
        for (key, list) in graph.lists {
            graph.lists[key] = graph.rows[key.owner] == nil ? nil : list.filter { graph.rows[$0] != nil }
            if graph.lists[key] == [] { graph.lists[key] = nil }
        }
    }

    /// An end of a one-to-one that others made lead to what is deleted here leads to nothing, as its rule says.
    private mutating func leaveDoomed(_ doomed: [Int]) {
        for (id, row) in graph.rows {
            for (relation, target) in row.references where graph.rows[target] == nil && doomed.contains(target) {
                guard let inverse = schema.relations[relation].inverse, schema.relations[inverse].cardinality == .one
                else { continue }
                if schema.relations[inverse].rule != .nullify { met.insert(.undecided) }
                graph.rows[id]?.references[relation] = nil
            }
        }
    }

    mutating func checkDenied(_ id: Int, _ after: Graph) {
        guard let row = graph.rows[id], !isNew(id) else { return }
        for relation in schema.relations(of: row.kind) where schema.relations[relation].rule == .deny {
            let members = graph.allMembers(relation, of: id, schema)
            // What was assigned here as it was before is not written: whether it counts beside what others assigned
            // is open.
            if schema.relations[relation].cardinality == .one, let base = pending.deleted[id]?.base,
                base.references[relation] == row.references[relation],
                target.rows[id]?.references[relation] != base.references[relation]
            {
                met.insert(.undecided)
            }
            if members.contains(where: { after.rows[$0] != nil }) {
                if context.parent != nil { met.insert(.rulesInChildren) }
                if schema.relations[relation].cardinality == .one { met.insert(.deniedReferences) }
                failures.insert(.deletionDenied(id, relation: schema.relations[relation].name))
            }
        }
    }

    mutating func checkRequired() {
        for (id, status) in pending.status where status != .deleted {
            guard let here = context.view.rows[id] else { continue }
            let row = graph.rows[id]
            for relation in schema.relations(of: here.kind) where schema.relations[relation].isRequired {
                // S6.6 asks for it here, S8.8 for what the save leaves.
                if here.references[relation] == nil, row == nil || row?.references[relation] != nil {
                    met.insert(.undecided)
                }
            }
        }
        for (id, row) in graph.rows {
            for relation in schema.relations(of: row.kind)
            where schema.relations[relation].isRequired && row.references[relation] == nil {
                // A nil that a parent had, and that is not written, is the parent's own.
                let edit = pending.edits[id]?[.reference(relation)]
                let isWritten = edit.map { $0.base != context.view.rows[id]?.references[relation] } ?? false
                let isNil =
                    context.view.rows[id]?.references[relation] == nil || target.rows[id] == nil
                    || isWritten && !isStoreSide
                let isKept = pending.status[id] == .inserted || pending.status[id] == .updated
                let isSaved = isKept && isNil || target.rows[id]?.references[relation] != nil
                if isSaved, context.parent != nil { met.insert(.rulesInChildren) }
                // It may be written, and asked, or not.
                if isSaved, pending.perhapsUpdated.contains(id) { met.insert(.undecided) }
                if isSaved { failures.insert(.relationshipMissing(id, relation: schema.relations[relation].name)) }
            }
        }
    }

    func taken(_ id: Int) -> [(attribute: Int, by: Int)] {
        guard let row = graph.rows[id] else { return [] }
        return schema.kinds[row.kind].unique.flatMap { attribute in
            graph.rows.filter {
                $0.key != id && $0.value.kind == row.kind && row.attributes[attribute] != 0
                    && $0.value.attributes[attribute] == row.attributes[attribute]
            }.map { (attribute, $0.key) }
        }
    }

    mutating func checkUnique() {
        for (id, row) in graph.rows {
            for (attribute, other) in taken(id) {
                failures.insert(
                    .valueTaken(id, attribute: schema.kinds[row.kind].attributes[attribute].name, by: other))
            }
        }
    }
}
