// The conversion of row IDs: rows have their store's own numbers in the store, and those of `StoreNumbers` in memory.

extension AttributeType {
    /// True if the values are numbers of objects.
    var isObjectNumber: Bool { self == .reference }
}

extension StoredValue {
    /// The value, with another number if it is the number of an object.
    fileprivate func renumbered(_ column: AttributeSchema, _ number: (Int64) -> Int64) -> StoredValue {
        guard column.type.isObjectNumber, case .integer(let old) = self else { return self }
        return .integer(number(old))
    }
}

extension Array where Element == StoredValue {
    /// The values of all columns.
    fileprivate func renumbered(_ entity: EntitySchema, _ number: (Int64) -> Int64) -> [StoredValue] {
        zip(self, entity.attributes).map { $0.renumbered($1, number) }
    }
}

extension RowPage {
    /// The page of the store at an index, as it is in memory.
    package func inMemory(at storeIndex: Int) -> RowPage {
        storeIndex == 0 ? self : renumbered(Array(self)) { StoreNumbers.number($0, at: storeIndex) }
    }

    fileprivate func renumbered(_ rows: [Row], _ number: (Int64) -> Int64) -> RowPage {
        var page = RowPageBuilder(entity, capacity: rows.count)
        for row in rows {
            page.beginRow(number: number(row.number), version: row.version)
            for value in row.values.renumbered(entity, number) { page.append(value) }
        }
        return page.finish()
    }
}

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
        if receipt != nil { storeIndexes.insert(0) }
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
        if storeIndex > 0 { part.receipt = nil }
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

extension LinkChange {
    fileprivate func renumbered(_ number: (Int64) -> Int64) -> LinkChange {
        LinkChange(
            table: table, kind: kind, source: number(source), target: number(target), isMadeByTarget: isMadeByTarget,
            isDropped: isDropped)
    }
}

extension LinkOrder {
    fileprivate func renumbered(_ number: (Int64) -> Int64) -> LinkOrder {
        LinkOrder(
            table: table, source: number(source), targets: targets.map(number), base: base?.map(number), isEnd: isEnd)
    }
}

extension CommitOutcome.Details {
    /// Adds the outcome of the store at an index, with numbers as they are in memory.
    ///
    /// - Parameters:
    ///   - schemas: the entities of the rows that the save names, by their numbers in memory.
    ///   - batchIndexes: the indexes, among all batch changes of the save, of those that the store made.
    package mutating func merge(
        _ other: CommitOutcome.Details, at storeIndex: Int, _ schemas: [Int64: EntitySchema], _ batchIndexes: [Int]
    ) {
        let number = { StoreNumbers.number($0, at: storeIndex) }
        for (old, version) in other.versions { versions[number(old)] = version }
        for (old, values) in other.merged {
            merged[number(old)] = schemas[number(old)].map { values.renumbered($0, number) } ?? values
        }
        deleted.formUnion(other.deleted.map(number))
        for (index, numbers) in zip(batchIndexes, other.foundInBatches) { foundInBatches[index] += numbers.map(number) }
        consequences.merge(other.consequences.inMemory(at: storeIndex))
        if let repeated = other.repeated { self.repeated = repeated }
        for (old, owner) in other.joined { joined[number(old)] = number(owner) }
        skipped.formUnion(other.skipped.map(number))
        // The applied change set has the store's own numbers.
        if other.applied != nil { consequences.isEverything = true }
    }
}

extension CommitNotice {
    /// The notice of the store at an index, as it is in memory.
    package func inMemory(at storeIndex: Int) -> CommitNotice {
        if storeIndex == 0 { return self }
        let number = { StoreNumbers.number($0, at: storeIndex) }
        var notice = self
        notice.inserted = inserted.map { $0.inMemory(at: storeIndex) }
        notice.updated = updated.mapValues { rows in
            UpdatedRows(numbers: RowNumbers(rows.numbers.map(number)), columns: rows.columns)
        }
        notice.deleted = deleted.mapValues { RowNumbers($0.map(number)) }
        notice.links = links.map { $0.renumbered(number) }
        notice.orders = orders.map { $0.renumbered(number) }
        return notice
    }
}

extension QueryExpression {
    /// The expression with other numbers of objects, where it compares any.
    func renumbered(_ number: (Int64) -> Int64) -> QueryExpression {
        QueryExpression(node.renumbered(number), type, isOptional: isOptional)
    }

    private var isObjectNumber: Bool {
        switch node {
        case .objectID: true
        case .ifPresent(_, let inner), .related(_, _, _, let inner), .unwrap(let inner): inner.isObjectNumber
        case .coalesce(let left, let right), .conditional(_, let left, let right):
            left.isObjectNumber || right.isObjectNumber
        default: type.isObjectNumber
        }
    }

    /// The constants of the other side of a comparison.
    fileprivate func renumbered(besides other: QueryExpression, _ number: (Int64) -> Int64) -> QueryExpression {
        if other.isObjectNumber, case .value(.integer(let old)) = node {
            return QueryExpression(.value(.integer(number(old))), type, isOptional: isOptional)
        }
        return renumbered(number)
    }

    fileprivate func renumbered(_ values: [StoredValue], _ number: (Int64) -> Int64) -> [StoredValue] {
        guard isObjectNumber else { return values }
        return values.map { if case .integer(let old) = $0 { .integer(number(old)) } else { $0 } }
    }
}

extension QueryExpression.Node {
    fileprivate func renumbered(_ number: (Int64) -> Int64) -> QueryExpression.Node {
        func map(_ expression: QueryExpression) -> QueryExpression { expression.renumbered(number) }
        return
            switch self
        {
        case .objectID, .attribute, .value, .matches: self
        case .compare(let comparison, let left, let right):
            .compare(
                comparison, left.renumbered(besides: right, number), right.renumbered(besides: left, number))
        case .isOneOf(let element, let values):
            .isOneOf(map(element), element.renumbered(values, number))
        case .and(let left, let right): .and(map(left), map(right))
        case .or(let left, let right): .or(map(left), map(right))
        case .not(let inner): .not(map(inner))
        case .text(let test, let left, let right): .text(test, map(left), map(right))
        case .count(let inner): .count(map(inner))
        case .arithmetic(let operation, let left, let right): .arithmetic(operation, map(left), map(right))
        case .coalesce(let left, let right): .coalesce(map(left), map(right))
        case .unwrap(let inner): .unwrap(map(inner))
        case .ifPresent(let value, let then): .ifPresent(map(value), map(then))
        case .conditional(let test, let yes, let no): .conditional(map(test), map(yes), map(no))
        case .related(let reference, let row, let entity, let value): .related(map(reference), row, entity, map(value))
        case .exists(let rows, let condition): .exists(rows, condition.map(map))
        case .countRows(let rows, let condition): .countRows(rows, condition.map(map))
        }
    }
}
