/// The writer of one change set to the rows of a store: by their versions, and by the merge policy where the versions
/// show another change.
package struct ChangeSetWriter<Rows: WritableRows> {
    private let rows: Rows
    private let rules: ReferentialRules
    package private(set) var outcome = CommitOutcome.Details()
    /// The rows that were taken out of their tables to make room, by their numbers.
    private var lifted: [Int64: StoredVersion] = [:]
    /// The targets of the deleted rows' references under the rules cascade and deny.
    private var owned: [OwnedReference] = []
    /// The rows that were stored again, and those in conflict whose changes are all given up.
    private var restored: Set<Int64> = []
    private var discarded: Set<Int64> = []
    /// The former values of overwritten rows that were changed elsewhere.
    private var overwritten: [Int64: [StoredValue]] = [:]
    /// The rows that this change set deleted: what refers to them was not changed because they are gone.
    private var deleted: Set<Int64> = []
    /// The rows that were to be deleted and are gone already.
    private var absent: Set<Int64> = []
    /// The rows whose deletion the policy gave up.
    private var givenUp: Set<Int64> = []

    private typealias StoredVersion = (version: Int64, values: [StoredValue])

    package init(_ rows: Rows, _ rules: ReferentialRules) {
        self.rows = rows
        self.rules = rules
    }

    // Deletions first: an object may take over the unique value of one that the same save deletes.
    package mutating func apply(_ changeSet: ChangeSet) throws {
        var changeSet = changeSet
        try discardConflictingDeletions(of: &changeSet)
        for part in changeSet.deletions.parts { try apply(part, changeSet.mergePolicy) }
        try ReturnedRows(rows: rows).convert(&changeSet, &outcome)
        try applyUpdates(of: changeSet)
        raiseVersionsOfReturningRows(of: &changeSet)
        if let joining = changeSet.joining {
            var joiner = InsertionJoiner(rows, rules, changeSet, joining, outcome)
            changeSet = try joiner.apply(changeSet)
            outcome = joiner.outcome
            if !outcome.joined.isEmpty || !outcome.skipped.isEmpty { outcome.applied = changeSet }
        } else {
            for page in changeSet.insertions { try rows.insert(page) }
        }
        for batchChange in changeSet.batchChanges { try apply(batchChange) }
        try changeSet.batchChanges.isEmpty ? keepRules(of: changeSet) : keepRules(of: namingDeletions(changeSet))
    }

    /// Gives rows that come back after a deletion versions above all that they ever had.
    private mutating func raiseVersionsOfReturningRows(of changeSet: inout ChangeSet) {
        for (index, page) in changeSet.insertions.enumerated() where page.bringsBackRows {
            let page = page.withVersionsAfterDeletion()
            changeSet.insertions[index] = page
            for row in page where row.version > 1 { outcome.versions[row.number] = row.version }
            outcome.applied = changeSet
        }
    }

    private mutating func keepRules(of changeSet: ChangeSet) throws {
        guard rules.canBeBroken(by: changeSet) || !owned.isEmpty else { return }
        var changeSet = changeSet
        if !absent.isEmpty { changeSet.deletions.removeAll { absent.contains($0.number) } }
        var references = ReferenceWriter(
            rows, rules, outcome, restored: restored, discarded: discarded, overwritten: overwritten, kept: givenUp)
        try references.apply(changeSet, owned)
        outcome = references.outcome
    }

    /// Removes the deletions that the policy gives up, with those that they imply.
    private mutating func discardConflictingDeletions(of changeSet: inout ChangeSet) throws {
        guard !changeSet.deletions.isEmpty, case .keep = changeSet.mergePolicy.resolutionOfDeletion else { return }
        var present: [Int64: StoredVersion] = [:]
        var conflicting: Set<Int64> = []
        for deletion in changeSet.deletions {
            guard let stored = try rows.row(deletion.number, deletion.entity) else { continue }
            present[deletion.number] = stored
            if stored.version == deletion.baseVersion { continue }
            if try deletion.isOf(stored.values, isGone: isGone(in: deletion.entity)) { continue }
            conflicting.insert(deletion.number)
        }
        let lost = LostDeletions(conflicting, of: changeSet.deletions) { deletion in
            guard let values = present[deletion.number]?.values else { return [] }
            return (rules.references[deletion.entity.name] ?? []).compactMap { reference in
                guard reference.rule == .cascade, case .integer(let owner) = values[reference.column] else {
                    return nil
                }
                return present[owner] == nil ? nil : owner
            }
        }
        givenUp = lost.numbers
        if changeSet.mergePolicy == .rollback { discarded.formUnion(conflicting) }
        for number in lost.numbers {
            guard let stored = present[number] else { continue }
            outcome.versions[number] = stored.version
            outcome.merged[number] = stored.values
        }
        changeSet.deletions.removeAll { outcome.merged[$0.number] != nil }
    }

    /// Returns a closure that is true if the row that a column of an entity referred to did not exist before this save.
    private func isGone(in entity: EntitySchema) -> (Int64, Int) throws -> Bool {
        let references = rules.references[entity.name] ?? []
        return { [rows, deleted, restored] target, column in
            if restored.contains(target) { return true }
            guard !deleted.contains(target), let reference = references.first(where: { $0.column == column }) else {
                return false
            }
            return try !reference.targets.contains { try rows.exists(target, $0) }
        }
    }

    /// With the rows that batch changes deleted among those that are deleted, for the rules of relationships.
    private func namingDeletions(_ changeSet: ChangeSet) -> ChangeSet {
        var changeSet = changeSet
        for (batchChange, numbers) in zip(changeSet.batchChanges, outcome.foundInBatches) {
            guard case .delete = batchChange.action else { continue }
            changeSet.deletions += numbers.map {
                ChangeSet.Deletion(entity: batchChange.query.entity, number: $0, baseVersion: 0)
            }
        }
        return changeSet
    }

    private mutating func apply(_ batchChange: ChangeSet.BatchChange) throws {
        var owning: [ReferentialRules.Reference] = []
        if case .delete = batchChange.action { owning = rules.owning[batchChange.query.entity.name] ?? [] }
        let found = try rows.apply(batchChange, returning: owning.map(\.column))
        outcome.foundInBatches.append(found.map(\.number))
        for row in found { owned += OwnedReference.all(of: row.number, owning, row.values) }
    }

    // Objects may swap the values of a unique attribute, or one take what another gives up. Where a value is taken, the
    // rows that are still to be given other unique values make room first; under `.overwrite` those may be any.
    private mutating func applyUpdates(of changeSet: ChangeSet) throws {
        var hasMadeRoom = false
        for (index, update) in changeSet.updates.enumerated() {
            do { try apply(update, changeSet.mergePolicy) } catch let error as SaveError {
                guard case .valueTaken = error.reason, !hasMadeRoom else { throw error }
                hasMadeRoom = true
                // One of which links alone were changed is not written, and makes no room.
                for other in changeSet.updates[(index + 1)...]
                where !other.edits.isEmpty && (changesUniqueValue(other) || changeSet.mergePolicy == .overwrite) {
                    try lift(other)
                }
                if lifted.isEmpty { throw error }
                try apply(update, changeSet.mergePolicy)
            }
        }
    }

    private func changesUniqueValue(_ update: ChangeSet.Update) -> Bool {
        let sets = update.entity.uniqueColumns
        return update.edits.contains { edit in
            update.entity.attributes[edit.index].isUnique || sets.contains { $0.contains(edit.index) }
        }
    }

    /// Takes a row out of its table until its update puts it back.
    private mutating func lift(_ update: ChangeSet.Update) throws {
        guard let stored = try rows.row(update.number, update.entity) else { return }
        lifted[update.number] = stored
        _ = try rows.remove(update.number, update.entity, over: stored.version)
    }

    private mutating func apply(_ update: ChangeSet.Update, _ policy: MergePolicy) throws {
        if update.edits.isEmpty, try lifted[update.number] != nil || rows.exists(update.number, update.entity) {
            return
        }
        if lifted[update.number] == nil,
            try rows.write(update.edits, to: update.number, update.entity, over: update.baseVersion)
        {
            outcome.versions[update.number] = update.baseVersion + 1
            return
        }
        let stored = try lifted[update.number] ?? rows.row(update.number, update.entity)
        if let stored, stored.version == update.baseVersion {
            try put(update.edits, of: update, over: stored)
            outcome.versions[update.number] = update.baseVersion + 1
            return
        }
        // Someone else changed or deleted the row since it was read.
        let judged = try stored.map { try update.judged($0.values, isGone: isGone(in: update.entity)) }
        switch policy.resolve(update, stored: judged) {
        case .write(let edits):
            try merge(update.leavingOutPositionsElsewhere(edits, stored?.values ?? []), of: update, into: stored)
        case .writeAll:
            let all = update.allValues.enumerated().map { ChangeSet.Edit(index: $0, base: $1, value: $1) }
            if stored != nil { return try merge(all, of: update, into: stored) }
            let version = RowVersion.afterDeletion()
            try rows.insert(update.entity, update.number, version: version, update.allValues)
            outcome.versions[update.number] = version
            // Including the changes of delete rules, which are not edits.
            outcome.merged[update.number] = update.allValues
            restored.insert(update.number)
            // It is back in the to-manys that it belongs to, whatever was edited of it.
            outcome.consequences.noteUpdates(
                of: CollectionOfOne(update.number), update.entity.name, columns: update.allValues.indices)
        case .keep, .remove:
            discarded.insert(update.number)
            try merge([], of: update, into: stored)
        case .leaveDeleted: outcome.deleted.insert(update.number)
        case .fail(let edit): throw conflict(edit, update.entity, update.number, stored?.values)
        }
    }

    /// Writes edits over the stored row, and reports the row as it is then.
    private mutating func merge(
        _ edits: [ChangeSet.Edit], of update: ChangeSet.Update, into stored: StoredVersion?
    ) throws {
        guard let stored else {
            outcome.deleted.insert(update.number)
            return
        }
        let row = try put(edits, of: update, over: stored)
        overwritten[update.number] = stored.values
        outcome.versions[update.number] = row.version
        outcome.merged[update.number] = row.values
    }

    /// Writes edits over a row as it is, in its table or lifted out of it.
    @discardableResult
    private mutating func put(
        _ edits: [ChangeSet.Edit], of update: ChangeSet.Update, over stored: StoredVersion
    ) throws -> StoredVersion {
        var row = stored
        if !edits.isEmpty { row.version += 1 }
        for edit in edits { row.values[edit.index] = edit.value }
        if lifted.removeValue(forKey: update.number) != nil {
            try rows.insert(update.entity, update.number, version: row.version, row.values)
        } else if !edits.isEmpty, try !rows.write(edits, to: update.number, update.entity, over: stored.version) {
            throw SaveError(.store(reason: "a row changed inside a transaction"), entityName: update.entity.name)
        }
        return row
    }

    /// Notes the targets of a row's references whose own rule is to deny, for a row that is to be deleted.
    private mutating func noteDeniers(_ deletion: ChangeSet.Deletion) throws {
        let denying = (rules.owning[deletion.entity.name] ?? []).filter { $0.rule == .deny }
        guard !denying.isEmpty, let stored = try rows.row(deletion.number, deletion.entity)?.values else { return }
        note(denying, of: deletion, stored)
    }

    /// Notes the targets of a row's references whose own rule is to cascade.
    ///
    /// - Parameter stored: the values of a row that was changed elsewhere and is deleted nevertheless; nil for a row as
    ///   it was read: the context has followed its references, except those that it changed back.
    private mutating func noteCascades(_ deletion: ChangeSet.Deletion, _ stored: [StoredValue]? = nil) {
        let cascading = (rules.owning[deletion.entity.name] ?? []).filter {
            $0.rule == .cascade && (stored != nil || deletion.references[$0.column] != nil)
        }
        if !cascading.isEmpty { note(cascading, of: deletion, stored) }
    }

    private mutating func note(
        _ references: [ReferentialRules.Reference], of deletion: ChangeSet.Deletion, _ stored: [StoredValue]?
    ) {
        let values = references.map { reference -> StoredValue in
            let own = deletion.references[reference.column]
            // A value that is again the one that was read is not an edit: the stored value counts instead.
            guard let stored, own == nil || own == deletion.base?[reference.column] else { return own ?? .null }
            return stored[reference.column]
        }
        owned += OwnedReference.all(of: deletion.number, references, values)
    }

    /// Deletes rows of one entity: all at once, if no rule depends on a single row and none was changed elsewhere.
    private mutating func apply(_ deletions: ArraySlice<ChangeSet.Deletion>, _ policy: MergePolicy) throws {
        let owning = deletions.first.flatMap { rules.owning[$0.entity.name] } ?? []
        if owning.isEmpty, try rows.remove(deletions) { return deleted.formUnion(deletions.lazy.map(\.number)) }
        for deletion in deletions {
            try noteDeniers(deletion)
            try apply(deletion, policy)
        }
    }

    private mutating func apply(_ deletion: ChangeSet.Deletion, _ policy: MergePolicy) throws {
        if try rows.remove(deletion.number, deletion.entity, over: deletion.baseVersion) {
            deleted.insert(deletion.number)
            return noteCascades(deletion)
        }
        guard let stored = try rows.row(deletion.number, deletion.entity) else {
            absent.insert(deletion.number)
            return
        }
        let isUnchanged = try deletion.isOf(stored.values, isGone: isGone(in: deletion.entity))
        switch isUnchanged ? .remove : policy.resolutionOfDeletion {
        case .keep:
            outcome.versions[deletion.number] = stored.version
            outcome.merged[deletion.number] = stored.values
        case .fail: throw conflict(nil, deletion.entity, deletion.number, stored.values)
        default:
            _ = try rows.remove(deletion.number, deletion.entity, over: stored.version)
            deleted.insert(deletion.number)
            noteCascades(deletion, stored.values)
        }
    }

    private func conflict(
        _ edit: ChangeSet.Edit?, _ entity: EntitySchema, _ number: Int64, _ stored: [StoredValue]?
    ) -> SaveError { .conflict(edit, entity, rows.id(number, entity), stored: stored) }
}
