extension ChangeSet {
    /// Returns what each store is to commit, by its index, with its own numbers.
    package func parts(of group: StoreGroup) throws -> [Int: ChangeSet] {
        let storeIndexes = storeIndexes.union(batchChanges.flatMap { group.storeIndexes(of: $0.query.entity.name) })
        // The numbers of the first store are the same in memory.
        if storeIndexes == [0], batchChanges.isEmpty { return [0: self] }
        let batchChanges = try batchChanges.map { try $0.withoutLimit(in: group) }
        var parts: [Int: ChangeSet] = [:]
        for storeIndex in storeIndexes {
            var part = part(at: storeIndex)
            part.batchChanges = batchChanges.filter {
                group.storeIndexes(of: $0.query.entity.name).contains(storeIndex)
            }.map {
                $0.inStore(at: storeIndex)
            }
            parts[storeIndex] = part
        }
        return parts
    }

    /// The stores that it is for.
    private var storeIndexes: Set<Int> {
        var storeIndexes = Set(insertions.lazy.flatMap(\.numbers).map(StoreNumbers.storeIndex))
        storeIndexes.formUnion(updates.lazy.map { StoreNumbers.storeIndex(of: $0.number) })
        storeIndexes.formUnion(deletions.lazy.map { StoreNumbers.storeIndex(of: $0.number) })
        storeIndexes.formUnion(links.lazy.map { StoreNumbers.storeIndex(of: $0.source) })
        storeIndexes.formUnion(orders.lazy.map { StoreNumbers.storeIndex(of: $0.source) })
        if receipt != nil, storeIndexes.isEmpty { storeIndexes.insert(0) }
        return storeIndexes
    }

    private func part(at storeIndex: Int) -> ChangeSet {
        var part = self
        part.insertions = insertions.compactMap { page in
            let rows = page.filter { StoreNumbers.storeIndex(of: $0.number) == storeIndex }
            return rows.isEmpty ? nil : page.renumbered(rows, StoreNumbers.stored)
        }
        part.updates = updates.filter { StoreNumbers.storeIndex(of: $0.number) == storeIndex }.map { $0.inStore }
        part.deletions = deletions.filter { StoreNumbers.storeIndex(of: $0.number) == storeIndex }.map { $0.inStore }
        part.links = links.filter { StoreNumbers.storeIndex(of: $0.source) == storeIndex }.map {
            $0.renumbered(StoreNumbers.stored)
        }
        part.orders = orders.filter { StoreNumbers.storeIndex(of: $0.source) == storeIndex }.map {
            $0.renumbered(StoreNumbers.stored)
        }
        part.joining?.found = Set(joining?.found.lazy.map(StoreNumbers.stored) ?? [])
        if case .update(let columns)? = joining?.batch {
            part.joining?.batch = .update(
                Dictionary(columns.map { (StoreNumbers.stored($0), $1) }) { $0.union($1) })
        }
        return part
    }
}

extension ChangeSet.BatchChange {
    /// The batch change of the rows that it finds in all stores together.
    fileprivate func withoutLimit(in group: StoreGroup) throws -> ChangeSet.BatchChange {
        guard query.limit != nil || query.offset > 0 else { return self }
        var found = Query(entity: query.entity)
        found.condition = .objectID(isOneOf: try group.numbers(query))
        return ChangeSet.BatchChange(query: found, action: action)
    }

    fileprivate func inStore(at storeIndex: Int) -> ChangeSet.BatchChange {
        let number = { StoreNumbers.storeIndex(of: $0) == storeIndex ? StoreNumbers.stored($0) : -1 }
        var query = query
        query.condition = query.condition?.renumbered(number)
        guard case .update(let assignments) = action else { return ChangeSet.BatchChange(query: query, action: action) }
        return ChangeSet.BatchChange(
            query: query,
            action: .update(
                assignments.map { ChangeSet.Assignment(index: $0.index, value: $0.value.renumbered(number)) }))
    }
}

extension ChangeSet.Update {
    fileprivate var inStore: ChangeSet.Update {
        let columns = entity.attributes
        return ChangeSet.Update(
            entity: entity, number: StoreNumbers.stored(number), baseVersion: baseVersion,
            edits: edits.map { edit in
                ChangeSet.Edit(
                    index: edit.index, base: edit.base.renumbered(columns[edit.index], StoreNumbers.stored),
                    value: edit.value.renumbered(columns[edit.index], StoreNumbers.stored))
            }, makesLinks: makesLinks, allValues: allValues.renumbered(entity, StoreNumbers.stored),
            owners: owners.mapValues { owner in
                if case .integer(let number) = owner { .integer(StoreNumbers.stored(number)) } else { owner }
            })
    }
}

extension ChangeSet.Deletion {
    fileprivate var inStore: ChangeSet.Deletion {
        ChangeSet.Deletion(
            entity: entity, number: StoreNumbers.stored(number), baseVersion: baseVersion,
            base: base?.renumbered(entity, StoreNumbers.stored), causes: Set(causes.map(StoreNumbers.stored)),
            references: Dictionary(
                uniqueKeysWithValues: references.map { column, value in
                    (column, value.renumbered(entity.attributes[column], StoreNumbers.stored))
                }))
    }
}
