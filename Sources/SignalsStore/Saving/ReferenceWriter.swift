/// Sees to the relationships of one change set when its rows are written: links, rules for what was deleted, and that
/// nothing refers to a row that is not there.
struct ReferenceWriter<Rows: WritableRows> {
    private let rows: Rows
    private let rules: ReferentialRules
    /// What else was changed than the change set says.
    private(set) var consequences = CommitNotice()
    /// What may not be there any more, since its owner, whose rule is to deny, is not.
    private var deniers: [OwnedReference] = []

    init(_ rows: Rows, _ rules: ReferentialRules) {
        self.rows = rows
        self.rules = rules
    }

    /// - Parameter owned: what the rows that were swept away led to.
    /// - Throws: `SaveError`, or the store's own failure.
    mutating func apply(_ changeSet: ChangeSet, _ owned: [OwnedReference]) throws {
        for change in changeSet.links {
            if change.kind == .added { try requireEnds(of: change) }
            try rows.apply(change)
        }
        for order in changeSet.orders { try apply(order) }
        var deleted = changeSet.deletions.map { (entity: $0.entity, number: $0.number) }
        deleted += try follow(owned)
        var next = 0
        while next < deleted.count {
            let row = deleted[next]
            next += 1
            for reference in rules.referring[row.entity.name] ?? [] { deleted += try settle(reference, row.number) }
            for links in rules.links[row.entity.name] ?? [] where links.rule != .deny {
                deleted += try settle(links, row.number)
            }
        }
        for row in deleted { try requireAllowed(row.entity, row.number) }
        try requireDeniersGone()
        try requireTargets(of: changeSet)
        try requireUniqueInFamily(changeSet)
    }
}

// What was deleted.
extension ReferenceWriter {
    private typealias Row = (entity: EntitySchema, number: Int64)

    /// Applies a column's rule to the rows that refer to one that was deleted; those that were deleted too.
    private mutating func settle(_ reference: ReferentialRules.Reference, _ target: Int64) throws -> [Row] {
        switch reference.rule {
        case .nullify:
            let found = try rows.clear(reference, to: target)
            try requireOptional(reference, found)
            if !found.isEmpty { note(found, reference) }
            return []
        case .cascade:
            let found = try rows.referring(reference, to: target, limit: nil)
            return try found.flatMap { try delete($0, [reference.holder]) }
        case .deny, .noAction: return []
        }
    }

    private mutating func note(_ numbers: [Int64], _ reference: ReferentialRules.Reference) {
        consequences.updated[reference.holder.name, default: CommitNotice.UpdatedRows()].numbers.formUnion(numbers)
        consequences.updated[reference.holder.name]?.columns.insert(reference.column)
    }

    private func requireOptional(_ reference: ReferentialRules.Reference, _ numbers: [Int64]) throws {
        guard reference.isRequired, !numbers.isEmpty else { return }
        throw SaveError(
            .relationshipMissing, entityName: reference.holder.name, attributeName: reference.name,
            objectIDs: numbers.map { rows.id($0, reference.holder) })
    }

    private mutating func settle(_ links: ReferentialRules.Links, _ number: Int64) throws -> [Row] {
        let others = try rows.removeLinks(links.table, links.side, number)
        consequences.links += others.map { other in
            let isSource = links.side == .source
            return LinkChange(
                table: links.table, kind: .removed, source: isSource ? number : other, target: isSource ? other : number
            )
        }
        guard links.rule == .cascade else { return [] }
        return try others.flatMap { try delete($0, links.others) }
    }

    /// Deletes a row by a rule, and what its own rules say is deleted with it.
    private mutating func delete(_ row: Int64, _ entities: [EntitySchema]) throws -> [Row] {
        guard let first = try deleteAlone(row, entities) else { return [] }
        return [first.row] + (try follow(first.owned))
    }

    /// Deletes what rows that are deleted led to, as their rules say, and so on: a chain may be long.
    private mutating func follow(_ owned: [OwnedReference]) throws -> [Row] {
        var deleted: [Row] = []
        var waiting = owned
        while let next = waiting.popLast() {
            if next.reference.rule == .deny {
                deniers.append(next)
            } else if let found = try deleteAlone(next.target, next.reference.targets) {
                deleted.append(found.row)
                waiting += found.owned
            }
        }
        return deleted
    }

    /// Deletes a row, which is of one of these entities if it is still there.
    private mutating func deleteAlone(
        _ row: Int64, _ entities: [EntitySchema]
    ) throws -> (row: Row, owned: [OwnedReference])? {
        for entity in entities {
            let owning = rules.owning[entity.name] ?? []
            guard let values = try rows.remove(row, entity, telling: owning.map(\.column)) else { continue }
            consequences.deleted[entity.name, default: []].insert(row)
            return ((entity, row), OwnedReference.all(of: row, owning, values))
        }
        return nil
    }

    private func requireDeniersGone() throws {
        for owned in deniers where try exists(owned.target, owned.reference.targets) {
            throw denial(owned.reference.ruler, owned.owner, owned.reference.holder)
        }
    }

    private func requireAllowed(_ entity: EntitySchema, _ row: Int64) throws {
        for reference in rules.referring[entity.name] ?? [] where reference.rule == .deny {
            if try !rows.referring(reference, to: row, limit: 1).isEmpty { throw denial(reference.ruler, row, entity) }
        }
        for links in rules.links[entity.name] ?? [] where links.rule == .deny {
            if try rows.hasLinks(links.table, links.side, row) { throw denial(links.ruler, row, entity) }
        }
    }

    private func denial(
        _ ruler: (entity: String, relationship: String), _ row: Int64, _ entity: EntitySchema
    ) -> SaveError {
        SaveError(
            .deletionDenied, entityName: entity.name, attributeName: ruler.relationship,
            objectIDs: [rows.id(row, entity)])
    }
}

// What is referred to.
extension ReferenceWriter {
    /// Whether a row is there, of one of these entities.
    private func exists(_ row: Int64, _ entities: [EntitySchema]) throws -> Bool {
        try entities.contains { try rows.exists(row, $0) }
    }

    private func requireTargets(of changeSet: ChangeSet) throws {
        var known: Set<Int64> = []
        for page in changeSet.insertions {
            for reference in rules.references[page.entity.name] ?? [] {
                for row in page {
                    try require(row.value(at: reference.column), reference, row.number, &known)
                }
            }
        }
        for update in changeSet.updates {
            for reference in rules.references[update.entity.name] ?? [] {
                for edit in update.edits where edit.index == reference.column {
                    try require(edit.value, reference, update.number, &known)
                }
            }
        }
    }

    private func require(
        _ value: StoredValue, _ reference: ReferentialRules.Reference, _ row: Int64, _ known: inout Set<Int64>
    ) throws {
        guard case .integer(let target) = value, !known.contains(target) else { return }
        guard try exists(target, reference.targets) else {
            throw SaveError(
                .relatedObjectDeleted(rows.id(target, reference.targets[0])), entityName: reference.holder.name,
                attributeName: reference.name, objectIDs: [rows.id(row, reference.holder)])
        }
        known.insert(target)
    }

    private func requireEnds(of change: LinkChange) throws {
        for (entity, sides) in rules.links {
            for links in sides
            where links.table == change.table && links.side == .source && links.ruler.entity == entity {
                guard try !exists(change.target, links.others) else { continue }
                throw SaveError(
                    .relatedObjectDeleted(rows.id(change.target, links.others[0])), entityName: entity,
                    attributeName: links.ruler.relationship)
            }
        }
    }
}

// What subclasses have in common.
extension ReferenceWriter {
    private func requireUniqueInFamily(_ changeSet: ChangeSet) throws {
        for page in changeSet.insertions {
            for relative in rules.relatives[page.entity.name] ?? [] {
                guard let column = page.entity.column(relative.attribute.name) else { continue }
                for row in page { try require(row.value(at: column), of: row.number, page.entity, relative) }
            }
        }
        for update in changeSet.updates {
            for relative in rules.relatives[update.entity.name] ?? [] {
                let column = update.entity.column(relative.attribute.name)
                for edit in update.edits where edit.index == column {
                    try require(edit.value, of: update.number, update.entity, relative)
                }
            }
        }
    }

    private func require(
        _ value: StoredValue, of row: Int64, _ entity: EntitySchema, _ relative: ReferentialRules.Relative
    ) throws {
        if value.isNull { return }
        let attribute = relative.attribute
        guard let other = try rows.owner(of: value, attribute, relative.entity) else { return }
        throw SaveError(
            .valueTaken(taken: value.description(as: attribute.type), by: rows.id(other, relative.entity)),
            entityName: entity.name, attributeName: attribute.name, objectIDs: [rows.id(row, entity)])
    }
}

// Orders.
extension ReferenceWriter {
    /// Gives the targets of a source an order, by changing as few positions as can be: what others added stays.
    private func apply(_ order: LinkOrder) throws {
        let stored = try rows.positions(order.table, of: order.source)
        let targets = order.targets.filter { stored[$0] != nil }
        let old = targets.map { stored[$0] ?? .nan }
        var new: [Int64: Double] = [:]
        for (target, position) in zip(targets, OrderedPositions.respaced(old)) where stored[target] != position {
            new[target] = position
        }
        try rows.setPositions(new, order.table, of: order.source)
    }
}
