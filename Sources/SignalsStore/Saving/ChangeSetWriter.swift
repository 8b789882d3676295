/// Writes one change set to the rows of a store: by their versions, and by the merge policy where those say that someone
/// else was there before.
struct ChangeSetWriter<Rows: WritableRows> {
    private let rows: Rows
    private let rules: ReferentialRules
    private(set) var outcome = CommitOutcome()

    init(_ rows: Rows, _ rules: ReferentialRules) {
        self.rows = rows
        self.rules = rules
    }

    // Deletions first: an object may take over the unique value of one that the same save deletes.
    mutating func apply(_ changeSet: ChangeSet) throws {
        for deletion in changeSet.deletions { try apply(deletion, changeSet.mergePolicy) }
        for update in changeSet.updates { try apply(update, changeSet.mergePolicy) }
        for page in changeSet.insertions { try rows.insert(page) }
        for sweep in changeSet.sweeps { outcome.swept.append(try rows.sweep(sweep)) }
        try changeSet.sweeps.isEmpty ? keepRules(of: changeSet) : keepRules(of: namingDeletions(changeSet))
    }

    private mutating func keepRules(of changeSet: ChangeSet) throws {
        guard rules.concern(changeSet) else { return }
        var references = ReferenceWriter(rows, rules)
        try references.apply(changeSet)
        outcome.consequences = references.consequences
    }

    /// With the rows that were swept away among those that are deleted, for the rules of relationships.
    private func namingDeletions(_ changeSet: ChangeSet) -> ChangeSet {
        var changeSet = changeSet
        for (sweep, numbers) in zip(changeSet.sweeps, outcome.swept) {
            guard case .delete = sweep.action else { continue }
            changeSet.deletions += numbers.map {
                ChangeSet.Deletion(entity: sweep.query.entity, number: $0, baseVersion: 0)
            }
        }
        return changeSet
    }

    private mutating func apply(_ update: ChangeSet.Update, _ policy: MergePolicy) throws {
        if try rows.write(update.edits, to: update.number, update.entity, over: update.baseVersion) {
            outcome.versions[update.number] = update.baseVersion + 1
            return
        }
        // Someone else changed or deleted the row since it was read.
        let stored = try rows.row(update.number, update.entity)
        switch policy.resolve(update, stored: stored?.values) {
        case .write(let edits): try merge(edits, of: update, into: stored)
        case .writeAll:
            let all = update.allValues.enumerated().map { ChangeSet.Edit(index: $0, base: $1, value: $1) }
            if stored != nil { return try merge(all, of: update, into: stored) }
            let version = RowVersion.anew()
            try rows.insert(update.entity, update.number, version: version, update.allValues)
            outcome.versions[update.number] = version
        case .keep, .remove: try merge([], of: update, into: stored)
        case .fail(let edit): throw conflict(edit, update.entity, update.number, stored?.values)
        }
    }

    /// Writes edits over what someone else left, and reports the row as it is then.
    private mutating func merge(
        _ edits: [ChangeSet.Edit], of update: ChangeSet.Update, into stored: (version: Int64, values: [StoredValue])?
    ) throws {
        guard var stored else {
            outcome.deleted.insert(update.number)
            return
        }
        if !edits.isEmpty {
            guard try rows.write(edits, to: update.number, update.entity, over: stored.version) else {
                throw SaveError(.store(reason: "a row changed inside a transaction"), entityName: update.entity.name)
            }
            stored.version += 1
            for edit in edits { stored.values[edit.index] = edit.value }
        }
        outcome.versions[update.number] = stored.version
        outcome.merged[update.number] = stored.values
    }

    private mutating func apply(_ deletion: ChangeSet.Deletion, _ policy: MergePolicy) throws {
        if try rows.remove(deletion.number, deletion.entity, over: deletion.baseVersion) { return }
        guard let stored = try rows.row(deletion.number, deletion.entity) else { return }
        switch stored.values == deletion.base ? .remove : policy.resolutionOfDeletion {
        case .keep:
            outcome.versions[deletion.number] = stored.version
            outcome.merged[deletion.number] = stored.values
        case .fail: throw conflict(nil, deletion.entity, deletion.number, stored.values)
        default: _ = try rows.remove(deletion.number, deletion.entity, over: stored.version)
        }
    }

    private func conflict(
        _ edit: ChangeSet.Edit?, _ entity: EntitySchema, _ number: Int64, _ stored: [StoredValue]?
    ) -> SaveError { .conflict(edit, entity, rows.id(number, entity), stored: stored) }
}
