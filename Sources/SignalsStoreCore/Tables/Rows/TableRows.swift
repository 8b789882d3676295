import Foundation

/// The rows of a store of tables, as change sets are written to them while a commit is being decided on.
package final class TableRows: WritableRows {
    package let store: UUID
    package let pending: PendingTables
    let catalog: TableCatalog
    private var state: StoreState?
    private var hasForgotten = false
    /// The source of new rows' numbers; nil where the store keeps them in a table.
    private let numbers: ((Int) throws -> Range<Int64>)?

    /// - Parameter numbers: reserves row IDs for rows that are not objects; nil if the store keeps these in a table.
    package init(
        _ reader: CheckedReader, store: UUID, _ catalog: TableCatalog, numbers: ((Int) throws -> Range<Int64>)? = nil
    ) {
        self.store = store
        self.catalog = catalog
        self.numbers = numbers
        pending = PendingTables(reader)
    }

    /// Applies a change set, or nothing of it.
    package func apply(_ changeSet: ChangeSet) -> Result<CommitOutcome, SaveError> {
        let mark = pending.mark
        do {
            if let receipt = changeSet.receipt, let first = try keep(receipt) {
                return .success(CommitOutcome(repeated: first))
            }
            try prefetch(changeSet)
            var writer = ChangeSetWriter(self, catalog.rules)
            try writer.apply(changeSet)
            return .success(CommitOutcome(writer.outcome))
        } catch {
            pending.rollBack(to: mark)
            return .failure(SaveError(ofStore: error))
        }
    }

    /// Keeps a receipt and forgets those that have expired; or, where its key has one, returns the first result.
    private func keep(_ receipt: Receipt) throws -> Data? {
        let known = try pending.rows(with: .text(receipt.key), in: 0, of: ReceiptRow.table)
        if let first = ReceiptRow.result(known, for: receipt.key) { return first }
        for row in known where row.values[0] == .text(receipt.key) { pending.remove(row.number, ReceiptRow.table) }
        pending.put(ReceiptRow.row(receipt, number: try reserve(1).lowerBound), ReceiptRow.table)
        try forgetExpired()
        return nil
    }

    // Once for all that is decided on together.
    private func forgetExpired() throws {
        if hasForgotten { return }
        hasForgotten = true
        for row in try pending.firstRows(ReceiptRow.expired(at: Date())) {
            pending.remove(row.number, ReceiptRow.table)
        }
    }

    /// Takes numbers that nobody else will get.
    func reserve(_ count: Int) throws -> Range<Int64> {
        if let numbers { return try numbers(count) }
        var next: Int64 = 1
        try changeState { state in
            next = state.next
            state.next += Int64(count)
        }
        return next..<next + Int64(count)
    }

    /// Changes what the package remembers of the store.
    func changeState(_ body: (inout StoreState) throws -> Void) throws {
        var new = try state ?? StoreState(pending.rows(StoreState.request).first)
        try body(&new)
        state = new
        pending.put(new.row, StoreState.table)
    }

    package func row(_ number: Int64, _ entity: EntitySchema) throws -> (version: Int64, values: [StoredValue])? {
        try pending.row(number, catalog.table(entity)).map { ($0.version, $0.values) }
    }

    package func exists(_ number: Int64, _ entity: EntitySchema) throws -> Bool {
        try pending.row(number, catalog.table(entity)) != nil
    }

    package func insert(_ page: RowPage) throws {
        for row in page { try insert(page.entity, row.number, version: row.version, row.values) }
    }

    package func insert(_ entity: EntitySchema, _ number: Int64, version: Int64, _ values: [StoredValue]) throws {
        let row = StoredRow(number: number, version: version, values: values)
        // As after `undo()` of a deletion that was saved in another context only.
        if try exists(number, entity) {
            throw SaveError(
                .store(reason: "the object is in the store already"), entityName: entity.name,
                objectIDs: [id(number, entity)])
        }
        try requireFree(row, entity, Set(values.indices))
        pending.put(row, catalog.table(entity))
    }

    package func write(
        _ edits: [ChangeSet.Edit], to number: Int64, _ entity: EntitySchema, over version: Int64
    ) throws -> Bool {
        guard let row = try pending.row(number, catalog.table(entity)), row.version == version else { return false }
        var values = row.values
        for edit in edits { values[edit.index] = edit.value }
        let new = StoredRow(number: number, version: version + 1, values: values)
        try requireFree(new, entity, Set(edits.map(\.index)))
        pending.put(new, catalog.table(entity))
        return true
    }

    package func remove(_ number: Int64, _ entity: EntitySchema, over version: Int64) throws -> Bool {
        guard let row = try pending.row(number, catalog.table(entity)), row.version == version else { return false }
        pending.remove(number, catalog.table(entity))
        return true
    }

    package func remove(_ number: Int64, _ entity: EntitySchema, returning columns: [Int]) throws -> [StoredValue]? {
        guard let row = try pending.row(number, catalog.table(entity)) else { return nil }
        pending.remove(number, catalog.table(entity))
        return columns.map { row.values[$0] }
    }

    package func apply(
        _ batchChange: ChangeSet.BatchChange, returning columns: [Int]
    ) throws -> [(number: Int64, values: [StoredValue])] {
        let entity = batchChange.query.entity
        let evaluation = TableEvaluation(catalog: catalog, read: pending.rows)
        do {
            let found = try evaluation.find(batchChange.query)
            switch batchChange.action {
            case .delete: for row in found { pending.remove(row.number, catalog.table(entity)) }
            case .update(let assignments): try update(found, assignments, entity, RelatedTables(evaluation))
            }
            return found.map { row in (row.number, columns.map { row.values[$0] }) }
        } catch FetchError.evaluation(let reason) {
            throw SaveError(.unencodable(reason: reason), entityName: entity.name)
        }
    }

    // Values are free or taken when all rows have their new ones.
    private func update(
        _ rows: [StoredRow], _ assignments: [ChangeSet.Assignment], _ entity: EntitySchema, _ related: RelatedTables
    ) throws {
        let new = try rows.map { row in
            let evaluation = RowEvaluation(row, among: related)
            var values = row.values
            for assignment in assignments { values[assignment.index] = try evaluation.value(of: assignment.value) }
            return StoredRow(number: row.number, version: row.version + 1, values: values)
        }
        try prefetch(new, assignments.map(\.index), entity)
        for row in new { pending.put(row, catalog.table(entity)) }
        for row in new { try requireFree(row, entity, Set(assignments.map(\.index))) }
    }
}

extension SaveError {
    /// Makes the error of a save from one that a store threw.
    package init(ofStore error: any Error) {
        switch error {
        case let error as SaveError: self = error
        case FetchError.store(let reason): self.init(.store(reason: reason))
        default: self.init(.store(reason: "\(error)"))
        }
    }
}
