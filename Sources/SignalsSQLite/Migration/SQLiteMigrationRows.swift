import SignalsSQL
import SignalsStoreCore

/// The rows of a migration stage written by hand, in the old tables and in those that will replace them.
final class SQLiteMigrationRows: MigrationRows {
    private let connection: SQLiteConnection
    private let old: [String: EntitySchema]
    private let new: [String: EntitySchema]
    private let dialect = SQLiteDialect()

    init(_ connection: SQLiteConnection, _ plan: MigrationPlan) {
        self.connection = connection
        old = Dictionary(uniqueKeysWithValues: plan.old.map { ($0.name, $0) })
        let unchanged = Set(plan.unchanged.map(\.name))
        new = Dictionary(
            uniqueKeysWithValues: plan.new.map { ($0.name, unchanged.contains($0.name) ? $0 : $0.inNewTable) })
    }

    func forEachOldRow(of entityName: String, _ body: (MigrationRow) throws -> Void) throws {
        let entity = try find(entityName, in: old)
        var last = Int64.min
        // In pieces, since the closure may write to the table that is read.
        while true {
            let rows = try self.rows(of: entity, "> ? ORDER BY \(QueryGenerator.numberColumn) LIMIT 500", last)
            for row in rows { try body(row) }
            guard let row = rows.last else { return }
            last = row.number
        }
    }

    func oldRow(of entityName: String, _ number: Int64) throws -> MigrationRow? {
        try rows(of: try find(entityName, in: old), "= ?", number).first
    }

    func updateNewRow(of entityName: String, _ number: Int64, _ values: [String: StoredValue]) throws {
        let entity = try find(entityName, in: new)
        try entity.requireAccepted(values, as: entityName)
        let names = values.keys.sorted()
        guard !names.isEmpty else { return }
        let table = SQLiteTable(entity)
        let edits = names.compactMap { name in
            entity.column(name).map { ChangeSet.Edit(index: $0, base: .null, value: values[name] ?? .null) }
        }
        try connection.execute(
            "UPDATE \(dialect.quoted(entity.name)) SET \(table.assigning(edits.map(\.index))) "
                + "WHERE \(QueryGenerator.numberColumn) = ?", table.values(of: edits) + [.integer(number)])
        try requireChange(entityName, number)
    }

    func insertNewRow(of entityName: String, _ values: [String: StoredValue]) throws -> Int64 {
        let entity = try find(entityName, in: new)
        try entity.requireAccepted(values, as: entityName)
        let number = try SQLiteMetadata(connection).takeNumbers(1).lowerBound
        let all = entity.attributes.map { values[$0.name] ?? $0.origin.defaultValue }
        let table = SQLiteTable(entity)
        let row = table.keeping(all)
        if table.texts.isEmpty {
            try connection.execute(table.insert, [.integer(number), .integer(1)] + all)
        } else {
            try connection.execute(table.insertKeeping, [.integer(number), .integer(1)] + row.values + [row.kept])
        }
        return number
    }

    func deleteNewRow(of entityName: String, _ number: Int64) throws {
        let entity = try find(entityName, in: new)
        try connection.execute(
            "DELETE FROM \(dialect.quoted(entity.name)) WHERE \(QueryGenerator.numberColumn) = ?", [.integer(number)])
        try requireChange(entityName, number)
    }

    private func rows(of entity: EntitySchema, _ condition: String, _ number: Int64) throws -> [MigrationRow] {
        let columns = [QueryGenerator.numberColumn] + dialect.columns(of: entity)
        let rows = try connection.rows(
            "SELECT \(columns.joined(separator: ", ")) FROM \(dialect.quoted(entity.name)) "
                + "WHERE \(QueryGenerator.numberColumn) \(condition)", [.integer(number)], columns: columns.count)
        return rows.compactMap { row in
            guard case .integer(let number) = row[0] else { return nil }
            let values = zip(entity.attributes.map(\.name), entity.exact(row.dropFirst()))
            return MigrationRow(
                entityName: entity.name, number: number, values: Dictionary(uniqueKeysWithValues: values))
        }
    }

    private func find(_ name: String, in entities: [String: EntitySchema]) throws(MigrationError) -> EntitySchema {
        guard let entity = entities[name] else { throw .noSuchEntity(entityName: name) }
        return entity
    }

    private func requireChange(_ entityName: String, _ number: Int64) throws(MigrationError) {
        if connection.changes == 0 { throw .noSuchRow(entityName: entityName, number: number) }
    }
}
