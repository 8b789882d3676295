extension CommitNotice {
    /// The notice of the store at an index, as it is in memory.
    package func inMemory(at storeIndex: Int) -> CommitNotice {
        if storeIndex == 0 { return self }
        let number = { StoreNumbers.number($0, at: storeIndex) }
        var notice = self
        notice.inserted = inserted.map { $0.inMemory(at: storeIndex) }
        notice.updated = updated.mapValues { rows in
            UpdatedRows(numbers: RowNumbers(rows.numbers.map(number)), columns: rows.columns)
        }
        notice.deleted = deleted.mapValues { RowNumbers($0.map(number)) }
        notice.links = links.map { $0.renumbered(number) }
        notice.orders = orders.map { $0.renumbered(number) }
        return notice
    }
}
