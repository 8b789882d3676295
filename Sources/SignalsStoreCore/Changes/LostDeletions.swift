/// The deletions of a save that a policy gives up since the objects were changed elsewhere. They are lost together with
/// the deletions that they implied, and with the deletion of each owner whose rule would delete the objects after all,
/// so that no object loses its owner.
package struct LostDeletions {
    package private(set) var numbers: Set<Int64>

    /// - Parameters:
    ///   - conflicting: the numbers of the objects that were changed elsewhere.
    ///   - owners: the numbers of the owners that a stored row refers to and whose rule is to cascade.
    package init(
        _ conflicting: Set<Int64>, of deletions: [ChangeSet.Deletion],
        owners: (ChangeSet.Deletion) throws -> [Int64]
    ) rethrows {
        numbers = conflicting
        if conflicting.isEmpty { return }
        let all = Set(deletions.lazy.map(\.number))
        let implied = ImpliedDeletions(deletions.lazy.map { ($0.number, $0.causes) })
        var before = -1
        while before != numbers.count {
            before = numbers.count
            numbers.formUnion(implied.lost(with: numbers))
            for deletion in deletions where numbers.contains(deletion.number) {
                numbers.formUnion(try owners(deletion).filter(all.contains))
            }
        }
    }
}

extension ChangeSet.Deletion {
    /// True if the object was deleted with these values. Its positions in orders do not count, and a reference that is nil
    /// since its target is deleted is not a change.
    ///
    /// - Parameter isGone: returns true if the row that a column referred to does not exist any more.
    package func isOf(_ stored: [StoredValue], isGone: (Int64, Int) throws -> Bool) rethrows -> Bool {
        guard let base, base.count == stored.count else { return false }
        for (column, (before, now)) in zip(base, stored).enumerated() where before != now {
            if entity.isPosition(column) { continue }
            guard now.isNull, entity.attributes[column].type == .reference, case .integer(let target) = before,
                try isGone(target, column)
            else { return false }
        }
        return true
    }
}

extension ChangeSet.Update {
    /// The stored values that the edits are compared with: a reference that is nil since its target is deleted is not a
    /// change.
    package func judged(_ stored: [StoredValue], isGone: (Int64, Int) throws -> Bool) rethrows -> [StoredValue] {
        var stored = stored
        for edit in edits where stored[edit.index].isNull && entity.attributes[edit.index].type == .reference {
            if case .integer(let target) = edit.base, try isGone(target, edit.index) { stored[edit.index] = edit.base }
        }
        return stored
    }
}
