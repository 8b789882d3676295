import Foundation

/// Writes the rows of one change set.
struct SQLiteRowWriter {
    let connection: SQLiteConnection
    let store: UUID
    private(set) var outcome = CommitOutcome()
    private let dialect = SQLiteDialect()
    private let tables: [String: SQLiteTable]
    private let rules: ReferentialRules

    init(connection: SQLiteConnection, store: UUID, tables: [String: SQLiteTable], rules: ReferentialRules) {
        self.connection = connection
        self.store = store
        self.tables = tables
        self.rules = rules
    }

    private func table(_ entity: EntitySchema) -> SQLiteTable { tables[entity.name] ?? SQLiteTable(entity) }

    // Deletions first: an object may take over the unique value of one that the same save deletes.
    mutating func apply(_ changeSet: ChangeSet) throws {
        for deletion in changeSet.deletions { try apply(deletion, changeSet.mergePolicy) }
        for update in changeSet.updates { try apply(update, changeSet.mergePolicy) }
        for page in changeSet.insertions { try insert(page) }
        guard rules.concern(changeSet) else { return }
        var references = SQLiteReferences(connection: connection, store: store, rules: rules)
        try references.apply(changeSet)
        outcome.consequences = references.consequences
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
        let statement = try connection.statement(table(page.entity).insert)
        defer { statement.reset() }
        try page.withAllBytes { bytes in
            for row in page {
                do throws(SQLiteFailure) {
                    try statement.bind(row, bytes: bytes)
                    try statement.runAgain()
                } catch {
                    let candidates = row.values.enumerated().map { ($0, $1) }
                    throw try explanation(of: error, page.entity, row.number, candidates)
                }
            }
        }
    }

    private mutating func apply(_ update: ChangeSet.Update, _ policy: MergePolicy) throws {
        if try write(update, update.edits, over: update.baseVersion) {
            outcome.versions[update.number] = update.baseVersion + 1
            return
        }
        // Someone else changed or deleted the row since it was read.
        let stored = try row(update.number, update.entity)
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
        _ edits: [ChangeSet.Edit], of update: ChangeSet.Update, into stored: (version: Int64, values: [StoredValue])?
    ) throws {
        guard var stored else {
            outcome.deleted.insert(update.number)
            return
        }
        if !edits.isEmpty {
            guard try write(update, edits, over: stored.version) else {
                throw SaveError(.store(reason: "a row changed inside a transaction"), entityName: update.entity.name)
            }
            stored.version += 1
            for edit in edits { stored.values[edit.index] = edit.value }
        }
        outcome.versions[update.number] = stored.version
        outcome.merged[update.number] = stored.values
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

// Finding out why a row could not be written.
extension SQLiteRowWriter {
    private func id(_ number: Int64, _ entity: EntitySchema) -> AnyManagedObjectID {
        AnyManagedObjectID(entityName: entity.name, store: store, number: number)
    }

    private func row(_ number: Int64, _ entity: EntitySchema) throws -> (version: Int64, values: [StoredValue])? {
        let columns = entity.attributes.count + 1
        let rows = try connection.rows(table(entity).select, [.integer(number)], columns: columns)
        guard let row = rows.first, case .integer(let version) = row[0] else { return nil }
        return (version, Array(row.dropFirst()))
    }

    private func conflict(
        _ edit: ChangeSet.Edit?, _ entity: EntitySchema, _ number: Int64, _ stored: [StoredValue]?
    ) -> SaveError { .conflict(edit, entity, id(number, entity), stored: stored) }

    /// What a person needs to know of a failed write: which value of which attribute is taken.
    private func explanation(
        of failure: SQLiteFailure, _ entity: EntitySchema, _ number: Int64, _ values: [(Int, StoredValue)]
    ) throws -> any Error {
        guard failure.isUniqueViolation else { return failure }
        for (index, value) in values where entity.attributes[index].isUnique && !value.isNull {
            let attribute = entity.attributes[index]
            let column = dialect.quoted(attribute.name) + dialect.collation(for: attribute.type)
            let key = QueryGenerator.numberColumn
            let sql = "SELECT \(key) FROM \(dialect.quoted(entity.name)) WHERE \(column) = ? AND \(key) <> ?"
            guard case .integer(let other) = try connection.value(sql, [value, .integer(number)]) else { continue }
            return SaveError(
                .valueTaken(taken: value.description(as: attribute.type), by: id(other, entity)),
                entityName: entity.name,
                attributeName: attribute.name, objectIDs: [id(number, entity)])
        }
        return failure
    }
}
