extension ReferentialRules {
    /// True if a change set can break what the relationships ask for.
    package func canBeBroken(by changeSet: ChangeSet) -> Bool {
        if !changeSet.links.isEmpty || !changeSet.orders.isEmpty { return true }
        if isEmpty { return false }
        return changeSet.deletions.contains { concernsDeletion(of: $0.entity.name) }
            || changeSet.insertions.contains { concerns($0.entity) }
            || changeSet.updates.contains { concerns($0.entity) }
            || changeSet.batchChanges.contains { relatives[$0.query.entity.name] != nil }
    }
}
