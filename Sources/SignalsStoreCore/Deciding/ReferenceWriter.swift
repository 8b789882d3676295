/// The writer of one change set's relationships after its rows: it writes links, applies delete rules, and makes sure
/// that no reference has a missing target.
struct ReferenceWriter<Rows: WritableRows> {
    let rows: Rows
    let rules: ReferentialRules
    /// The outcome, with the changes beyond those of the change set.
    private(set) var outcome: CommitOutcome.Details
    /// The rows that were stored again, and those whose changes are all given up.
    let restored: Set<Int64>
    let discarded: Set<Int64>
    /// The values, before they were written over, of rows that others had changed.
    let overwritten: [Int64: [StoredValue]]
    /// The rows that stay although their owner is deleted, since they were changed elsewhere.
    private let kept: Set<Int64>
    private var deletedHere: Set<Int64> = []
    /// The rows that were deleted because of those.
    private var deletedByRules: Set<Int64> = []
    /// Rows that are known to exist.
    private var known: Set<Int64> = []
    /// The references whose targets must be deleted, since the owner, whose rule is to deny, is deleted.
    private var deniers: [OwnedReference] = []

    init(
        _ rows: Rows, _ rules: ReferentialRules, _ outcome: CommitOutcome.Details, restored: Set<Int64>,
        discarded: Set<Int64>, overwritten: [Int64: [StoredValue]], kept: Set<Int64>
    ) {
        self.overwritten = overwritten
        self.kept = kept
        self.rows = rows
        self.rules = rules
        self.outcome = outcome
        self.restored = restored
        self.discarded = discarded
    }

    var consequences: CommitNotice {
        get { outcome.consequences }
        _modify { yield &outcome.consequences }
    }

    /// - Parameter owned: the targets of the deleted rows' references under the rules cascade and deny.
    /// - Throws: `SaveError`, or the store's own failure.
    mutating func apply(_ changeSet: ChangeSet, _ owned: [OwnedReference]) throws {
        deletedHere = Set(changeSet.deletions.lazy.map(\.number))
        // One that is deleted here may deny that for the sake of a new link.
        known = deletedHere
        for change in changeSet.links {
            if try isKept(change, changeSet.mergePolicy) { try rows.apply(change) } else { drop(change) }
        }
        try applyOrders(of: changeSet)
        if case .keep = changeSet.mergePolicy.resolutionOfDeletion { try keepStored(of: changeSet) }
        known = []
        var deleted: [Row] = []
        for part in changeSet.deletions.parts where rules.concernsDeletion(of: part[part.startIndex].entity.name) {
            deleted += part.map { ($0.entity, $0.number) }
        }
        deleted += try follow(owned)
        var next = 0
        var prepared = 0
        while next < deleted.count {
            if next == prepared {
                try prepare(deleted[next...])
                prepared = deleted.count
            }
            let row = deleted[next]
            next += 1
            for reference in rules.referring[row.entity.name] ?? [] {
                deleted += try applyRule(of: reference, to: row.number)
            }
            for links in rules.links[row.entity.name] ?? [] where links.rule != .deny {
                deleted += try applyRule(of: links, to: row.number)
            }
        }
        for row in deleted { try requireAllowed(row.entity, row.number) }
        try requireDeniersGone()
        try requireTargets(of: changeSet)
        if !rules.pairs.isEmpty { try enforceOneToOnes(of: changeSet) }
        try requireUniqueInFamily(changeSet)
    }
}

// Deletions and their rules.
extension ReferenceWriter {
    private typealias Row = (entity: EntitySchema, number: Int64)

    /// Prefetches the rows that refer to deleted ones.
    private func prepare(_ deleted: ArraySlice<Row>) throws {
        for rows in Dictionary(grouping: deleted, by: \.entity.name).values {
            let name = rows[0].entity.name
            try self.rows.prepare(rules.referring[name] ?? [], rules.links[name] ?? [], to: rows.map(\.number))
        }
    }

    /// Applies a column's rule to the rows that refer to one that was deleted; those that were deleted too.
    private mutating func applyRule(of reference: ReferentialRules.Reference, to target: Int64) throws -> [Row] {
        switch reference.rule {
        case .nullify:
            let found = try rows.clear(reference, to: target)
            try requireOptional(reference, found)
            if !found.isEmpty { note(found, reference) }
            return []
        case .cascade:
            if try deleteAll(reference, to: target) { return [] }
            let found = try rows.referring(reference, to: target, limit: nil)
            return try found.flatMap { try delete($0, [reference.holder]) }
        case .deny, .noAction: return []
        }
    }

    /// Deletes the rows that refer to one at once; false where they are deleted one by one, since others may depend on each.
    private mutating func deleteAll(_ reference: ReferentialRules.Reference, to target: Int64) throws -> Bool {
        let name = reference.holder.name
        guard !rules.concernsDeletion(of: name), let numbers = try rows.removeAll(reference, to: target) else {
            return false
        }
        if numbers.isEmpty { return true }
        consequences.deleted[name, default: []].formUnion(numbers)
        deletedByRules.formUnion(numbers)
        return true
    }

    private mutating func note(_ numbers: [Int64], _ reference: ReferentialRules.Reference) {
        consequences.noteUpdates(of: numbers, reference.holder.name, columns: CollectionOfOne(reference.column))
    }

    private func requireOptional(_ reference: ReferentialRules.Reference, _ numbers: [Int64]) throws {
        guard reference.isRequired, !numbers.isEmpty else { return }
        throw SaveError(
            .relationshipMissing, entityName: reference.holder.name, attributeName: reference.name,
            objectIDs: numbers.map { rows.id($0, reference.holder) })
    }

    private mutating func applyRule(of links: ReferentialRules.Links, to number: Int64) throws -> [Row] {
        let others = try rows.removeLinks(links.table, links.side, number)
        consequences.links += others.map { other in
            let isSource = links.side == .source
            return LinkChange(
                table: links.table, kind: .removed, source: isSource ? number : other, target: isSource ? other : number
            )
        }
        guard links.rule == .cascade else { return [] }
        return try others.filter { !kept.contains($0) }.flatMap { try delete($0, links.others) }
    }

    /// Deletes a row by a rule, and the rows that its own rules delete with it.
    private mutating func delete(_ row: Int64, _ entities: [EntitySchema]) throws -> [Row] {
        guard let first = try deleteAlone(row, entities) else { return [] }
        return [first.row] + (try follow(first.owned))
    }

    /// Deletes the targets of deleted rows' references, by their rules, and so on: a chain may be long.
    private mutating func follow(_ owned: [OwnedReference]) throws -> [Row] {
        var deleted: [Row] = []
        var waiting = owned
        while let next = waiting.popLast() {
            if next.reference.rule == .deny {
                deniers.append(next)
            } else if !kept.contains(next.target),
                let found = try deleteAlone(next.target, next.reference.targets)
            {
                deleted.append(found.row)
                waiting += found.owned
            }
        }
        return deleted
    }

    /// Deletes a row, which is of one of these entities if it still exists.
    private mutating func deleteAlone(
        _ row: Int64, _ entities: [EntitySchema]
    ) throws -> (row: Row, owned: [OwnedReference])? {
        for entity in entities {
            let owning = rules.owning[entity.name] ?? []
            guard let values = try rows.remove(row, entity, returning: owning.map(\.column)) else { continue }
            consequences.deleted[entity.name, default: []].insert(row)
            deletedByRules.insert(row)
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

// The targets of references.
extension ReferenceWriter {
    /// Restores the one-to-ones of rows that were changed or deleted elsewhere too, and of those of which only one end
    /// is written.
    private mutating func enforceOneToOnes(of changeSet: ChangeSet) throws {
        var pairs = PairWriter(rows, rules, outcome)
        let policy = changeSet.mergePolicy
        if policy != .error {
            for update in changeSet.updates
            where outcome.merged[update.number] != nil || restored.contains(update.number) {
                // A discarded update leaves both ends as they are stored.
                let givesUp = policy.prefersOthers && !discarded.contains(update.number)
                try pairs.enforceOneToOnes(of: update.number, update.entity, ifTaken: givesUp ? .giveUp : .take)
            }
        }
        let unmatched = UnmatchedPairs(changeSet, rules, deleted: deletedHere.union(deletedByRules))
        for row in unmatched.rows(of: changeSet) where outcome.merged[row.number] == nil {
            try pairs.enforceOneToOnes(of: row.number, row.entity, ifTaken: policy == .error ? .fail : .take)
        }
        outcome = pairs.outcome
    }

    /// True if a row of one of these entities exists.
    private func exists(_ row: Int64, _ entities: [EntitySchema]) throws -> Bool {
        try entities.contains { try rows.exists(row, $0) }
    }

    /// Keeps the stored references where the new targets were deleted elsewhere. This runs before the rules of this
    /// save's deletions, among which the stored owner may be.
    private mutating func keepStored(of changeSet: ChangeSet) throws {
        for update in changeSet.updates where !outcome.deleted.contains(update.number) {
            for reference in rules.references[update.entity.name] ?? [] {
                guard let edit = update.edits.first(where: { $0.index == reference.column }),
                    let value = written(to: reference.column, edit, update, changeSet.mergePolicy),
                    case .integer(let target) = value, case .integer(let before) = edit.base,
                    try !isThere(target, reference.targets), try isThere(before, reference.targets)
                else { continue }
                try write(
                    edit.base, over: value, reference, update.number, position: formerPosition(of: update, reference))
            }
        }
    }

    private mutating func requireTargets(of changeSet: ChangeSet) throws {
        let policy = changeSet.mergePolicy
        for page in changeSet.insertions {
            for reference in rules.references[page.entity.name] ?? [] {
                for row in page where !deletedByRules.contains(row.number) {
                    try require(row.value(at: reference.column), nil, reference, row.number, policy)
                }
            }
        }
        for update in changeSet.updates
        where !outcome.deleted.contains(update.number) && !deletedByRules.contains(update.number) {
            for reference in rules.references[update.entity.name] ?? [] {
                let edit = update.edits.first { $0.index == reference.column }
                guard let value = written(to: reference.column, edit, update, policy) else { continue }
                try require(
                    value, edit?.base, reference, update.number, policy, position: formerPosition(of: update, reference)
                )
            }
        }
    }

    /// Returns the value that a save wrote to a column of references; nil if it did not change it.
    private func written(
        to column: Int, _ edit: ChangeSet.Edit?, _ update: ChangeSet.Update, _ policy: MergePolicy
    ) -> StoredValue? {
        if restored.contains(update.number) { return update.allValues[column] }
        guard let merged = outcome.merged[update.number] else { return edit?.value }
        guard let edit else { return policy == .overwrite ? merged[column] : nil }
        return merged[column] == edit.value ? edit.value : nil
    }

    private mutating func require(
        _ value: StoredValue, _ base: StoredValue?, _ reference: ReferentialRules.Reference, _ row: Int64,
        _ policy: MergePolicy, position: ChangeSet.Edit? = nil
    ) throws {
        guard case .integer(let target) = value, try !isThere(target, reference.targets) else { return }
        // The rule of the reference has been kept then.
        if deletedByRules.contains(target) { return }
        if reference.rule == .noAction, deletedHere.contains(target) { return }
        guard policy != .error else {
            throw SaveError(
                .relatedObjectDeleted(rows.id(target, reference.targets[0])), entityName: reference.holder.name,
                attributeName: reference.name, objectIDs: [rows.id(row, reference.holder)])
        }
        var settled = StoredValue.null
        if case .keep = policy.resolutionOfDeletion, let base, case .integer(let before) = base,
            try isThere(before, reference.targets)
        {
            settled = base
        }
        try write(settled, over: value, reference, row, position: position)
    }

    /// The position that a save gave a row in the list of what it was to refer to, and the one that the row had before.
    private func formerPosition(of update: ChangeSet.Update, _ reference: ReferentialRules.Reference) -> ChangeSet.Edit?
    {
        guard let column = reference.positionColumn, let edit = update.edits.first(where: { $0.index == column }) else {
            return nil
        }
        return ChangeSet.Edit(
            index: column, base: edit.value, value: overwritten[update.number]?[column] ?? edit.base)
    }

    /// Replaces a reference to a row that is gone, and the position in its list where it is one of before.
    private mutating func write(
        _ value: StoredValue, over old: StoredValue, _ reference: ReferentialRules.Reference, _ row: Int64,
        position: ChangeSet.Edit?
    ) throws {
        if value.isNull { try requireOptional(reference, [row]) }
        guard var stored = try rows.row(row, reference.holder) else { return }
        var edits = [ChangeSet.Edit(index: reference.column, base: old, value: value)]
        if let position, !value.isNull { edits.append(position) }
        guard try rows.write(edits, to: row, reference.holder, over: stored.version) else { return }
        for edit in edits { stored.values[edit.index] = edit.value }
        outcome.versions[row] = stored.version + 1
        outcome.merged[row] = stored.values
    }

    /// True if a row exists, asked once for each.
    private mutating func isThere(_ row: Int64, _ entities: [EntitySchema]) throws -> Bool {
        if known.contains(row) { return true }
        guard try exists(row, entities) else { return false }
        known.insert(row)
        return true
    }

    /// True if a link is changed: not where an end is gone, or gave up its changes, or the deletion that implies it.
    private mutating func isKept(_ change: LinkChange, _ policy: MergePolicy) throws -> Bool {
        if change.isImplied, kept.contains(change.source) || kept.contains(change.target) { return false }
        if discarded.contains(change.source) || discarded.contains(change.target) { return false }
        guard change.kind == .added, let ends = rules.ends[change.table.name] else { return true }
        for (end, entities, other) in [
            (change.target, ends.targets, change.source), (change.source, ends.sources, change.target),
        ] where try !isThere(end, entities) {
            if policy == .error { throw missing(end, entities, linkedTo: other, change) }
            consequences.deleted[entities[0].name, default: []].insert(end)
            return false
        }
        return true
    }

    private func missing(
        _ end: Int64, _ entities: [EntitySchema], linkedTo other: Int64, _ change: LinkChange
    ) -> SaveError {
        let holders =
            end == change.target ? rules.ends[change.table.name]?.sources : rules.ends[change.table.name]?.targets
        let side: JoinTable.Side = end == change.target ? .source : .target
        let ruler = holders?.lazy.compactMap { rules.links[$0.name] }.joined().first {
            $0.table == change.table && $0.side == side
        }?.ruler
        return SaveError(
            .relatedObjectDeleted(rows.id(end, entities[0])), entityName: ruler?.entity,
            attributeName: ruler?.relationship, objectIDs: holders.map { [rows.id(other, $0[0])] } ?? [])
    }

    /// Reports a change that is not made, so that the context forgets it.
    private mutating func drop(_ change: LinkChange) {
        var change = change
        change.isDropped = true
        consequences.links.append(change)
    }
}
