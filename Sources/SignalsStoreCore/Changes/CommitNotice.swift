/// The changes of a commit, as all observers of the store are notified of them. An observer that needs the present
/// values reads the rows.
package struct CommitNotice: Sendable {
    /// The rows that were added, as they were inserted.
    package var inserted: [RowPage] = []
    /// The rows that got other values, by the name of their entity.
    package var updated: [String: UpdatedRows] = [:]
    /// The numbers of the rows that were removed, by the name of their entity.
    package var deleted: [String: RowNumbers] = [:]
    /// The pairs that join tables got or lost.
    package var links: [LinkChange] = []
    /// The sources whose targets have another order.
    package var orders: [LinkOrder] = []
    /// True if anything may have changed, such as by another process.
    package var isEverything = false
    /// True if a context that reads one state of the store has merged these changes already, and is notified of them
    /// again.
    package var isRepeated = false

    /// Rows of one entity, and the columns that have another value in any of them.
    package struct UpdatedRows: Sendable {
        package fileprivate(set) var numbers: RowNumbers
        /// Nil where it may be any of them.
        package fileprivate(set) var columns: Set<Int>?

        package init(numbers: RowNumbers, columns: Set<Int>?) {
            self.numbers = numbers
            self.columns = columns
        }

        fileprivate mutating func add(_ numbers: some Sequence<Int64>, _ columns: (some Sequence<Int>)?) {
            self.numbers.formUnion(numbers)
            // Once any column may have changed, it stays so.
            if let columns { self.columns?.formUnion(columns) } else { self.columns = nil }
        }

        /// True if a column may have another value in any of the rows.
        package func mayChange(_ column: Int) -> Bool { columns?.contains(column) ?? true }
    }

    package init() {}

    package init(_ changeSet: ChangeSet, _ outcome: CommitOutcome = CommitOutcome()) { add(changeSet, outcome) }

    /// Adds a row any of whose columns may have changed.
    package mutating func noteUpdate(of number: Int64, _ entityName: String) {
        noteUpdates(of: CollectionOfOne(number), entityName, columns: nil as [Int]?)
    }

    /// Adds rows that got other values in columns; nil for any.
    package mutating func noteUpdates(
        of numbers: some Collection<Int64>, _ entityName: String, columns: (some Sequence<Int>)?
    ) {
        if numbers.isEmpty { return }
        updated[entityName, default: UpdatedRows(numbers: [], columns: [])].add(numbers, columns)
    }

    /// Adds the changes of a later save: those that it requested, and their effects on other rows.
    package mutating func add(_ changeSet: ChangeSet, _ outcome: CommitOutcome) {
        let changeSet = outcome.isPlain ? changeSet : outcome.details.applied ?? changeSet
        for page in changeSet.insertions { inserted.append(page) }
        for update in changeSet.updates {
            noteUpdates(
                of: CollectionOfOne(update.number), update.entity.name, columns: update.edits.lazy.map(\.index))
        }
        if !changeSet.links.isEmpty { links += changeSet.links }
        if !changeSet.orders.isEmpty { orders += changeSet.orders }
        if outcome.isPlain { return addDeletions(changeSet.deletions) }
        let outcome = outcome.details
        // A deletion that the merge policy gave up is not reported.
        addDeletions(changeSet.deletions.filter { outcome.merged[$0.number] == nil })
        for (batchChange, numbers) in zip(changeSet.batchChanges, outcome.foundInBatches) where !numbers.isEmpty {
            add(batchChange, numbers)
        }
        merge(outcome.consequences)
    }

    private mutating func addDeletions(_ deletions: [ChangeSet.Deletion]) {
        for part in deletions.parts {
            deleted[part[part.startIndex].entity.name, default: []].formUnion(part.lazy.map(\.number))
        }
    }

    private mutating func add(_ batchChange: ChangeSet.BatchChange, _ numbers: [Int64]) {
        let name = batchChange.query.entity.name
        switch batchChange.action {
        case .delete: deleted[name, default: []].formUnion(numbers)
        case .update(let assignments):
            noteUpdates(of: numbers, name, columns: assignments.lazy.map(\.index))
        }
    }

    package var isEmpty: Bool { inserted.isEmpty && !concernsKnownRows }

    /// True if existing rows may have changed.
    package var concernsKnownRows: Bool {
        isEverything || !updated.isEmpty || !deleted.isEmpty || !links.isEmpty || !orders.isEmpty
    }

    /// The number of rows and pairs that it names.
    package var rowCount: Int {
        inserted.reduce(links.count + orders.count) { $0 + $1.count }
            + updated.values.reduce(0) { $0 + $1.numbers.count } + deleted.values.reduce(0) { $0 + $1.count }
    }

    /// The number of bytes that it takes, or a little less.
    package var byteCount: Int {
        inserted.reduce(links.count * MemoryLayout<LinkChange>.stride) { $0 + $1.memorySize }
            + orders.reduce(0) { $0 + MemoryLayout<LinkOrder>.stride + 8 * $1.targets.count }
            + updated.values.reduce(0) { $0 + 8 * $1.numbers.count } + deleted.values.reduce(0) { $0 + 8 * $1.count }
    }

    /// The numbers of the rows that changed, are gone or are back, by the name of their entity.
    package var changed: [String: RowNumbers] {
        var changed = deleted.merging(updated.mapValues(\.numbers)) { $0.union($1) }
        for page in inserted where page.bringsBackRows {
            changed[page.entity.name, default: []].formUnion(page.lazy.filter { $0.version > 1 }.map(\.number))
        }
        return changed
    }

    /// Adds the changes of a later commit.
    package mutating func merge(_ later: CommitNotice) {
        inserted += later.inserted
        isEverything = isEverything || later.isEverything
        isRepeated = isRepeated || later.isRepeated
        guard later.concernsKnownRows else { return }
        for (name, rows) in later.updated {
            updated[name, default: UpdatedRows(numbers: [], columns: [])].add(rows.numbers, rows.columns)
        }
        deleted.merge(later.deleted) { $0.union($1) }
        links += later.links
        orders += later.orders
    }
}
