/// The new rows of a change set that came back after a deletion, and that another save has stored again meanwhile: the
/// two become one, by the merge policy where their values differ.
struct ReturnedRows<Rows: WritableRows> {
    let rows: Rows

    /// Makes insertions of rows that exist updates of them.
    ///
    /// - Throws: `SaveError` for a conflict, or the store's own failure.
    func convert(_ changeSet: inout ChangeSet, _ outcome: inout CommitOutcome.Details) throws {
        for (index, page) in changeSet.insertions.enumerated() where page.bringsBackRows {
            var present: Set<Int64> = []
            for row in page where row.version > 1 {
                guard let stored = try rows.row(row.number, page.entity) else { continue }
                present.insert(row.number)
                if let update = try update(row, over: stored, changeSet.mergePolicy) {
                    changeSet.updates.append(update)
                } else {
                    outcome.versions[row.number] = stored.version
                    outcome.merged[row.number] = stored.values
                }
            }
            if present.isEmpty { continue }
            changeSet.insertions[index] = page.leavingOut(present)
            outcome.applied = changeSet
        }
        changeSet.insertions.removeAll(where: \.isEmpty)
    }

    /// Returns what a row changes of the stored one; nil where it changes nothing.
    private func update(
        _ row: RowPage.Row, over stored: (version: Int64, values: [StoredValue]), _ policy: MergePolicy
    ) throws -> ChangeSet.Update? {
        let entity = row.page.entity
        switch policy.resolve(row, stored: stored.values) {
        case .fail(let edit?):
            throw SaveError.conflict(edit, entity, rows.id(row.number, entity), stored: stored.values)
        case .write(let edits) where !edits.isEmpty:
            return ChangeSet.Update(entity: entity, number: row.number, baseVersion: stored.version, edits: edits)
        default: return nil
        }
    }
}
