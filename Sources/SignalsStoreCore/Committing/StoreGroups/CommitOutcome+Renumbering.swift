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
