import Foundation

/// Sees to the relationships of one change set when its rows are written: links, rules for what was deleted, and that
/// nothing refers to a row that is not there.
struct SQLiteReferences {
    let connection: SQLiteConnection
    let store: UUID
    let rules: ReferentialRules
    /// What else was changed than the change set says.
    private(set) var consequences = CommitNotice()
    /// What may not be there any more, since its owner, whose rule is to deny, is not.
    private var deniers: [Owned] = []
    private let dialect = SQLiteDialect()
    private let number = QueryGenerator.numberColumn
    private let version = QueryGenerator.versionColumn

    init(connection: SQLiteConnection, store: UUID, rules: ReferentialRules) {
        self.connection = connection
        self.store = store
        self.rules = rules
    }

    /// What a row that was deleted led to by a relationship to one whose own rule is to cascade or to deny.
    struct Owned {
        let owner: Int64
        let reference: ReferentialRules.Reference
        let target: StoredValue

        init(by owner: Int64, _ reference: ReferentialRules.Reference, _ target: StoredValue) {
            self.owner = owner
            self.reference = reference
            self.target = target
        }
    }

    /// - Parameter owned: what the rows that were swept away led to.
    /// - Throws: `SaveError`, or what SQLite answers.
    mutating func apply(_ changeSet: ChangeSet, _ owned: [Owned]) throws {
        for change in changeSet.links { try apply(change) }
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

    private func id(_ number: Int64, _ entity: EntitySchema) -> AnyManagedObjectID {
        AnyManagedObjectID(entityName: entity.name, store: store, number: number)
    }

    private func numbers(_ sql: String, _ values: [StoredValue]) throws -> [Int64] {
        try connection.rows(sql, values).compactMap { if case .integer(let number) = $0[0] { number } else { nil } }
    }
}

// What was deleted.
extension SQLiteReferences {
    private typealias Row = (entity: EntitySchema, number: Int64)

    /// Applies a column's rule to the rows that refer to one that was deleted; those that were deleted too.
    private mutating func settle(_ reference: ReferentialRules.Reference, _ target: Int64) throws -> [Row] {
        let table = dialect.quoted(reference.holder.name)
        let column = dialect.quoted(reference.name)
        switch reference.rule {
        case .nullify:
            let sql = "UPDATE \(table) SET \(column) = NULL, \(version) = \(version) + 1 WHERE \(column) = ?"
            let found = try numbers("\(sql) RETURNING \(number)", [.integer(target)])
            try requireOptional(reference, found)
            if !found.isEmpty { note(found, reference) }
            return []
        case .cascade:
            let found = try numbers("SELECT \(number) FROM \(table) WHERE \(column) = ?", [.integer(target)])
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
            objectIDs: numbers.map { id($0, reference.holder) })
    }

    private mutating func settle(_ links: ReferentialRules.Links, _ number: Int64) throws -> [Row] {
        let table = dialect.quoted(links.table.name)
        let sql = "DELETE FROM \(table) WHERE \(LinkTable.column(links.side)) = ? "
        let others = try numbers("\(sql) RETURNING \(LinkTable.column(links.side.opposite))", [.integer(number)])
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
    private mutating func follow(_ owned: [Owned]) throws -> [Row] {
        var deleted: [Row] = []
        var waiting = owned
        while let next = waiting.popLast() {
            guard case .integer(let target) = next.target else { continue }
            if next.reference.rule == .deny {
                deniers.append(next)
            } else if let found = try deleteAlone(target, next.reference.targets) {
                deleted.append(found.row)
                waiting += found.owned
            }
        }
        return deleted
    }

    /// Deletes a row, which is of one of these entities if it is still there.
    private mutating func deleteAlone(_ row: Int64, _ entities: [EntitySchema]) throws -> (row: Row, owned: [Owned])? {
        for entity in entities {
            let owning = rules.owning[entity.name] ?? []
            let columns = owning.map { dialect.quoted($0.name) } + [number]
            let sql = "DELETE FROM \(dialect.quoted(entity.name)) WHERE \(number) = ? "
            let rows = try connection.rows(
                "\(sql) RETURNING \(columns.joined(separator: ", "))", [.integer(row)], columns: columns.count)
            guard let values = rows.first else { continue }
            consequences.deleted[entity.name, default: []].insert(row)
            return ((entity, row), zip(owning, values).map { Owned(by: row, $0, $1) })
        }
        return nil
    }

    private func requireDeniersGone() throws {
        for owned in deniers {
            guard case .integer(let target) = owned.target, try exists(target, owned.reference.targets) else {
                continue
            }
            throw denial(owned.reference.ruler, owned.owner, owned.reference.holder)
        }
    }

    private func requireAllowed(_ entity: EntitySchema, _ row: Int64) throws {
        for reference in rules.referring[entity.name] ?? [] where reference.rule == .deny {
            let table = dialect.quoted(reference.holder.name)
            let sql = "SELECT \(number) FROM \(table) WHERE \(dialect.quoted(reference.name)) = ? LIMIT 1"
            if try !numbers(sql, [.integer(row)]).isEmpty { throw denial(reference.ruler, row, entity) }
        }
        for links in rules.links[entity.name] ?? [] where links.rule == .deny {
            let table = dialect.quoted(links.table.name)
            let sql = "SELECT 1 FROM \(table) WHERE \(LinkTable.column(links.side)) = ? LIMIT 1"
            if try !numbers(sql, [.integer(row)]).isEmpty { throw denial(links.ruler, row, entity) }
        }
    }

    private func denial(
        _ ruler: (entity: String, relationship: String), _ row: Int64, _ entity: EntitySchema
    ) -> SaveError {
        SaveError(
            .deletionDenied, entityName: entity.name, attributeName: ruler.relationship,
            objectIDs: [id(row, entity)])
    }
}

// What is referred to.
extension SQLiteReferences {
    /// Whether a row is there, of one of these entities.
    private func exists(_ row: Int64, _ entities: [EntitySchema]) throws -> Bool {
        for entity in entities {
            let sql = "SELECT 1 FROM \(dialect.quoted(entity.name)) WHERE \(number) = ?"
            if try !numbers(sql, [.integer(row)]).isEmpty { return true }
        }
        return false
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
                .relatedObjectDeleted(id(target, reference.targets[0])), entityName: reference.holder.name,
                attributeName: reference.name, objectIDs: [id(row, reference.holder)])
        }
        known.insert(target)
    }
}

// What subclasses have in common.
extension SQLiteReferences {
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
        let column = dialect.quoted(attribute.name) + dialect.collation(for: attribute.type)
        let sql = "SELECT \(number) FROM \(dialect.quoted(relative.entity.name)) WHERE \(column) = ? LIMIT 1"
        guard let other = try numbers(sql, [value]).first else { return }
        throw SaveError(
            .valueTaken(taken: value.description(as: attribute.type), by: id(other, relative.entity)),
            entityName: entity.name, attributeName: attribute.name, objectIDs: [id(row, entity)])
    }
}

// Links.
extension SQLiteReferences {
    private func apply(_ change: LinkChange) throws {
        let table = dialect.quoted(change.table.name)
        let pair = [StoredValue.integer(change.source), .integer(change.target)]
        switch change.kind {
        case .removed:
            let sql = "DELETE FROM \(table) WHERE \(LinkTable.sourceColumn) = ? AND \(LinkTable.targetColumn) = ?"
            try connection.execute(sql, pair)
        case .added:
            try requireEnds(of: change)
            let columns = "\(LinkTable.sourceColumn), \(LinkTable.targetColumn)"
            try connection.execute("INSERT OR IGNORE INTO \(table) (\(columns)) VALUES (?, ?)", pair)
        }
    }

    private func requireEnds(of change: LinkChange) throws {
        for (entity, sides) in rules.links {
            for links in sides
            where links.table == change.table && links.side == .source && links.ruler.entity == entity {
                guard try !exists(change.target, links.others) else { continue }
                throw SaveError(
                    .relatedObjectDeleted(id(change.target, links.others[0])), entityName: entity,
                    attributeName: links.ruler.relationship)
            }
        }
    }

    /// Gives the targets of a source an order, by changing as few positions as can be: what others added stays.
    private func apply(_ order: LinkOrder) throws {
        let table = dialect.quoted(order.table.name)
        let (source, target, position) = (LinkTable.sourceColumn, LinkTable.targetColumn, LinkTable.positionColumn)
        let rows = try connection.rows(
            "SELECT \(target), \(position) FROM \(table) WHERE \(source) = ?", [.integer(order.source)], columns: 2)
        var stored: [Int64: Double] = [:]
        for row in rows {
            guard case .integer(let number) = row[0] else { continue }
            if case .real(let place) = row[1] { stored[number] = place } else { stored[number] = .nan }
        }
        let targets = order.targets.filter { stored[$0] != nil }
        let old = targets.map { stored[$0] ?? .nan }
        for (number, (before, now)) in zip(targets, zip(old, OrderedPositions.respaced(old))) where before != now {
            try connection.execute(
                "UPDATE \(table) SET \(position) = ? WHERE \(source) = ? AND \(target) = ?",
                [.real(now), .integer(order.source), .integer(number)])
        }
    }
}
