import Foundation

/// Writes the rows of one change set.
struct SQLiteRowWriter {
    let connection: SQLiteConnection
    let store: UUID
    private(set) var outcome = CommitOutcome()
    let dialect = SQLiteDialect()
    /// What the rows that were swept away led to by relationships of theirs that have a say in that.
    private var owned: [SQLiteReferences.Owned] = []
    /// The rows that were taken out of their tables to make room, by their numbers.
    private var lifted: [Int64: StoredRow] = [:]
    private let tables: [String: SQLiteTable]
    private let rules: ReferentialRules

    init(connection: SQLiteConnection, store: UUID, tables: [String: SQLiteTable], rules: ReferentialRules) {
        self.connection = connection
        self.store = store
        self.tables = tables
        self.rules = rules
    }

    typealias StoredRow = (version: Int64, values: [StoredValue])

    func table(_ entity: EntitySchema) -> SQLiteTable { tables[entity.name] ?? SQLiteTable(entity) }

    // Deletions first: an object may take over the unique value of one that the same save deletes.
    mutating func apply(_ changeSet: ChangeSet) throws {
        for deletion in changeSet.deletions { try apply(deletion, changeSet.mergePolicy) }
        try applyUpdates(of: changeSet)
        for page in changeSet.insertions { try insert(page) }
        for sweep in changeSet.sweeps { try apply(sweep) }
        let changeSet = namingDeletions(changeSet)
        guard rules.concern(changeSet) || !owned.isEmpty else { return }
        var references = SQLiteReferences(connection: connection, store: store, rules: rules)
        try references.apply(changeSet, owned)
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

    private mutating func apply(_ sweep: ChangeSet.Sweep) throws {
        let dialect = SQLiteDialect(entities: tables.isEmpty ? nil : Set(tables.keys))
        var owning: [ReferentialRules.Reference] = []
        if case .delete = sweep.action { owning = rules.owning[sweep.query.entity.name] ?? [] }
        do {
            let rows = try connection.sweep(sweep, dialect, returning: owning.map(\.column))
            outcome.swept.append(rows.map(\.number))
            for row in rows {
                owned += zip(owning, row.values).map { SQLiteReferences.Owned(by: row.number, $0, $1) }
            }
        } catch let failure as SQLiteFailure { throw try explanation(of: failure, sweep) }
    }

    private func insert(_ entity: EntitySchema, _ number: Int64, version: Int64, _ values: [StoredValue]) throws {
        do {
            let statement = try connection.statement(table(entity).insert)
            try statement.run([.integer(number), .integer(version)], values)
        } catch {
            throw try explanation(of: error, entity, number, values.enumerated().map { ($0, $1) })
        }
    }

    private func insert(_ page: RowPage) throws {
        let table = table(page.entity)
        let alone = page.count % table.rowsAtOnce
        try page.withAllBytes { bytes in
            if page.count > alone {
                let several = try connection.statement(table.insertSeveral)
                defer { several.reset() }
                for start in stride(from: 0, to: page.count - alone, by: table.rowsAtOnce) {
                    let rows = page[start..<start + table.rowsAtOnce]
                    do throws(SQLiteFailure) { try several.run(rows, bytes: bytes) } catch {
                        guard error.isOfTheStatement else { throw error }
                        // None of them is there: one by one, to find the one that is to blame.
                        try insertEach(of: rows, table, bytes)
                    }
                }
            }
            if alone > 0 { try insertEach(of: page.suffix(alone), table, bytes) }
        }
    }

    private func insertEach(of rows: Slice<RowPage>, _ table: SQLiteTable, _ bytes: UnsafeBufferPointer<UInt8>) throws {
        let statement = try connection.statement(table.insert)
        defer { statement.reset() }
        for index in rows.indices {
            do throws(SQLiteFailure) {
                try statement.run(rows[index...index], bytes: bytes)
            } catch {
                let row = rows[index]
                let candidates = row.values.enumerated().map { ($0, $1) }
                throw try explanation(of: error, row.page.entity, row.number, candidates)
            }
        }
    }

    // Objects may swap the values of a unique attribute, or one take what another gives up. Where a value is taken, the
    // rows that are still to be given other unique values make room first.
    private mutating func applyUpdates(of changeSet: ChangeSet) throws {
        var hasMadeRoom = false
        for (index, update) in changeSet.updates.enumerated() {
            do { try apply(update, changeSet.mergePolicy) } catch let error as SaveError {
                guard case .valueTaken = error.reason, !hasMadeRoom else { throw error }
                hasMadeRoom = true
                for other in changeSet.updates[(index + 1)...] where changesUniqueValue(other) { try lift(other) }
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
        guard let stored = try row(update.number, update.entity) else { return }
        lifted[update.number] = stored
        try connection.execute(
            table(update.entity).delete, [update.number, stored.version].map(StoredValue.integer))
    }

    private mutating func apply(_ update: ChangeSet.Update, _ policy: MergePolicy) throws {
        if lifted[update.number] == nil, try write(update, update.edits, over: update.baseVersion) {
            outcome.versions[update.number] = update.baseVersion + 1
            return
        }
        let stored = try lifted[update.number] ?? row(update.number, update.entity)
        if let stored, stored.version == update.baseVersion {
            try put(update.edits, of: update, over: stored)
            outcome.versions[update.number] = update.baseVersion + 1
            return
        }
        // Someone else changed or deleted the row since it was read.
        switch policy.resolve(update, stored: stored?.values) {
        case .write(let edits): try merge(edits, of: update, into: stored)
        case .writeAll:
            let all = update.allValues.enumerated().map { ChangeSet.Edit(index: $0, base: $1, value: $1) }
            if stored != nil { return try merge(all, of: update, into: stored) }
            let version = RowVersion.anew()
            try insert(update.entity, update.number, version: version, update.allValues)
            outcome.versions[update.number] = version
        case .keep, .remove: try merge([], of: update, into: stored)
        case .fail(let edit): throw conflict(edit, update.entity, update.number, stored?.values)
        }
    }

    /// Writes edits over what someone else left, and reports the row as it is then.
    private mutating func merge(
        _ edits: [ChangeSet.Edit], of update: ChangeSet.Update, into stored: StoredRow?
    ) throws {
        guard let stored else {
            outcome.deleted.insert(update.number)
            return
        }
        let row = try put(edits, of: update, over: stored)
        outcome.versions[update.number] = row.version
        outcome.merged[update.number] = row.values
    }

    /// Writes edits over a row as it is, in its table or lifted out of it.
    @discardableResult
    private mutating func put(
        _ edits: [ChangeSet.Edit], of update: ChangeSet.Update, over stored: StoredRow
    ) throws -> StoredRow {
        var row = stored
        if !edits.isEmpty { row.version += 1 }
        for edit in edits { row.values[edit.index] = edit.value }
        if lifted.removeValue(forKey: update.number) != nil {
            try insert(update.entity, update.number, version: row.version, row.values)
        } else if !edits.isEmpty, try !write(update, edits, over: stored.version) {
            throw SaveError(.store(reason: "a row changed inside a transaction"), entityName: update.entity.name)
        }
        return row
    }

    /// Whether the row had the version and was updated.
    private func write(
        _ update: ChangeSet.Update, _ edits: [ChangeSet.Edit], over oldVersion: Int64
    ) throws -> Bool {
        let entity = update.entity
        do {
            let keys = [oldVersion + 1, update.number, oldVersion].map(StoredValue.integer)
            let statement = try connection.statement(table(entity).update(edits.lazy.map(\.index)))
            try statement.run(edits.map(\.value), keys)
        } catch {
            throw try explanation(of: error, entity, update.number, edits.map { ($0.index, $0.value) })
        }
        return connection.changes == 1
    }

    private mutating func apply(_ deletion: ChangeSet.Deletion, _ policy: MergePolicy) throws {
        if try delete(deletion, over: deletion.baseVersion) { return }
        guard let stored = try row(deletion.number, deletion.entity) else { return }
        switch stored.values == deletion.base ? .remove : policy.resolutionOfDeletion {
        case .keep:
            outcome.versions[deletion.number] = stored.version
            outcome.merged[deletion.number] = stored.values
        case .fail: throw conflict(nil, deletion.entity, deletion.number, stored.values)
        default: _ = try delete(deletion, over: stored.version)
        }
    }

    /// Whether the row had the version and was deleted.
    private func delete(_ deletion: ChangeSet.Deletion, over version: Int64) throws -> Bool {
        try connection.execute(table(deletion.entity).delete, [deletion.number, version].map(StoredValue.integer))
        return connection.changes == 1
    }
}
