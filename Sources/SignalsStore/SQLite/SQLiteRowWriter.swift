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
        for deletion in changeSet.deletions { try apply(deletion) }
        for update in changeSet.updates { try apply(update) }
        for page in changeSet.insertions { try insert(page) }
        guard rules.concern(changeSet) else { return }
        var references = SQLiteReferences(connection: connection, store: store, rules: rules)
        try references.apply(changeSet)
        outcome.consequences = references.consequences
    }

    private func insert(_ page: RowPage) throws {
        let statement = try connection.statement(table(page.entity).insert)
        defer { statement.reset() }
        try page.bytes.withUnsafeBufferPointer { bytes in
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

    private mutating func apply(_ update: ChangeSet.Update) throws {
        let entity = update.entity
        var newVersion = update.baseVersion + 1
        if try !write(update, over: update.baseVersion) {
            let stored = try requireUnchanged(update)
            newVersion = stored.version + 1
            guard try write(update, over: stored.version) else {
                throw SaveError(.store(reason: "a row changed inside a transaction"), entityName: entity.name)
            }
            var merged = stored.values
            for edit in update.edits { merged[edit.index] = edit.value }
            outcome.merged[update.number] = merged
        }
        outcome.versions[update.number] = newVersion
    }

    /// Whether the row had the version and was updated.
    private func write(_ update: ChangeSet.Update, over oldVersion: Int64) throws -> Bool {
        let entity = update.entity
        do {
            let keys = [oldVersion + 1, update.number, oldVersion].map(StoredValue.integer)
            let statement = try connection.statement(table(entity).update(update.edits.lazy.map(\.index)))
            try statement.run(update.edits.map(\.value), keys)
        } catch {
            throw try explanation(of: error, entity, update.number, update.edits.map { ($0.index, $0.value) })
        }
        return connection.changes == 1
    }

    private func apply(_ deletion: ChangeSet.Deletion) throws {
        let keys = [deletion.number, deletion.baseVersion].map(StoredValue.integer)
        try connection.execute(table(deletion.entity).delete, keys)
        guard connection.changes == 0, try row(deletion.number, deletion.entity) != nil else { return }
        throw SaveError(
            .deletionConflict, entityName: deletion.entity.name, objectIDs: [id(deletion.number, deletion.entity)])
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

    /// The row as someone else left it, when they changed other attributes only.
    private func requireUnchanged(_ update: ChangeSet.Update) throws -> (version: Int64, values: [StoredValue]) {
        let entity = update.entity
        let id = id(update.number, entity)
        guard let stored = try row(update.number, entity) else {
            throw SaveError(.deletionConflict, entityName: entity.name, objectIDs: [id])
        }
        for edit in update.edits where stored.values[edit.index] != edit.base && !entity.isPosition(edit.index) {
            throw SaveError(
                .conflict(base: edit.base, here: edit.value, stored: stored.values[edit.index]),
                entityName: entity.name,
                attributeName: entity.attributes[edit.index].name, objectIDs: [id])
        }
        return stored
    }

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
