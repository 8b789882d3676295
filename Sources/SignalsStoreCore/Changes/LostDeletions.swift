/// The deletions of a save that a policy gives up since others changed the objects: they are lost together with what they
/// implied, and with the deletion that implied them, so that nothing is left without the owner that it belongs to.
package struct LostDeletions {
    package private(set) var numbers: Set<Int64>

    /// - Parameters:
    ///   - conflicting: the numbers of those that others changed.
    ///   - refersToCause: whether what is stored still refers to the object whose deletion implied this one.
    package init(
        _ conflicting: Set<Int64>, of deletions: [ChangeSet.Deletion],
        refersToCause: (ChangeSet.Deletion) throws -> Bool
    ) rethrows {
        numbers = conflicting
        if conflicting.isEmpty { return }
        let all = Set(deletions.lazy.map(\.number))
        var before = -1
        while before != numbers.count {
            before = numbers.count
            for deletion in deletions {
                guard let cause = deletion.cause, all.contains(cause) else { continue }
                if numbers.contains(cause) {
                    numbers.insert(deletion.number)
                } else if numbers.contains(deletion.number), try refersToCause(deletion) {
                    numbers.insert(cause)
                }
            }
        }
    }
}

extension ChangeSet.Deletion {
    /// Whether the object was deleted with these values. Its places in orders do not count, and a reference that is nil
    /// since what it referred to is gone is no change.
    ///
    /// - Parameter isGone: whether the row that a column referred to does not exist any more.
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
    /// The stored values that the edits are compared with: a reference that is nil since what it referred to is gone is
    /// no change.
    package func judged(_ stored: [StoredValue], isGone: (Int64, Int) throws -> Bool) rethrows -> [StoredValue] {
        var stored = stored
        for edit in edits where stored[edit.index].isNull && entity.attributes[edit.index].type == .reference {
            if case .integer(let target) = edit.base, try isGone(target, edit.index) { stored[edit.index] = edit.base }
        }
        return stored
    }
}
