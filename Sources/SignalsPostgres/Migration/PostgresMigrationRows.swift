import SignalsStoreCore

/// The rows of a migration stage written by hand, in the old tables and in those that will replace them.
final class PostgresMigrationRows: MigrationRows {
    private let connection: SchemaConnection
    private let old: [String: EntitySchema]
    private let new: [String: (entity: EntitySchema, table: PostgresTable)]
    /// Numbers for new rows. In one transaction the row that counts them costs the more, the more often it was changed.
    private var numbers: Range<Int64> = 0..<0

    init(_ connection: SchemaConnection, _ plan: MigrationPlan) {
        self.connection = connection
        old = Dictionary(uniqueKeysWithValues: plan.old.map { ($0.name, $0) })
        let unchanged = Set(plan.unchanged.map(\.name))
        new = Dictionary(
            uniqueKeysWithValues: plan.new.map { entity in
                let isSame = unchanged.contains(entity.name)
                return (entity.name, (entity, isSame ? connection.table(entity) : connection.newTable(entity)))
            })
    }

    func forEachOldRow(of entityName: String, _ body: (MigrationRow) throws -> Void) throws {
        guard let entity = old[entityName] else { throw MigrationError.noSuchEntity(entityName: entityName) }
        try connection.forEachPage(of: connection.table(entity)) { rows in
            for row in rows { try body(MigrationRow(row, of: entity)) }
        }
    }

    func oldRow(of entityName: String, _ number: Int64) throws -> MigrationRow? {
        guard let entity = old[entityName] else { throw MigrationError.noSuchEntity(entityName: entityName) }
        return try connection.row(number, of: connection.table(entity)).map { MigrationRow($0, of: entity) }
    }

    func updateNewRow(of entityName: String, _ number: Int64, _ values: [String: StoredValue]) throws {
        let (entity, table) = try find(entityName)
        try entity.requireAccepted(values, as: entityName)
        // The kept texts of a row are one value for all columns.
        if let update = update(number, values, entity, table) {
            if try connection.run(update).changedCount > 0 { return }
            throw MigrationError.noSuchRow(entityName: entityName, number: number)
        }
        guard let row = try connection.row(number, of: table) else {
            throw MigrationError.noSuchRow(entityName: entityName, number: number)
        }
        var all = row.values
        for (name, value) in values { if let column = entity.column(name) { all[column] = value } }
        let changed = StoredRow(number: number, version: row.version, values: all)
        try connection.run(removal(number, table), table.insertion(of: [changed]))
    }

    /// The statement that changes a row; nil if the whole row has to be read first.
    private func update(
        _ number: Int64, _ values: [String: StoredValue], _ entity: EntitySchema, _ table: PostgresTable
    ) -> Statement? {
        var parameters = Parameters()
        var terms: [String] = []
        for (name, value) in values.sorted(by: { $0.key < $1.key }) {
            guard let column = entity.column(name), entity.attributes[column].type != .string,
                let bound = parameters.add(value, as: entity.attributes[column].type)
            else { return nil }
            terms.append("\(table.columns[column]) = \(bound)")
        }
        guard !terms.isEmpty else { return nil }
        return Statement(
            "UPDATE \(table.name) SET \(terms.joined(separator: ", ")) WHERE signals_id = \(parameters.add(number))",
            parameters)
    }

    func insertNewRow(of entityName: String, _ values: [String: StoredValue]) throws -> Int64 {
        let (entity, table) = try find(entityName)
        try entity.requireAccepted(values, as: entityName)
        let all = entity.attributes.map { values[$0.name] ?? $0.origin.defaultValue }
        let row = StoredRow(number: try nextNumber(), version: 1, values: all)
        try connection.run(table.insertion(of: [row]))
        return row.number
    }

    private func nextNumber() throws(PostgresFailure) -> Int64 {
        if numbers.isEmpty {
            let table = PostgresTables([], in: connection.schema).numbers
            let block = NumberBlocks.blockSize
            let next = try connection.count("UPDATE \(table) SET next = next + \(block) RETURNING next")
            numbers = Int64(next - block)..<Int64(next)
        }
        return numbers.removeFirst()
    }

    func deleteNewRow(of entityName: String, _ number: Int64) throws {
        if try connection.run(removal(number, find(entityName).table)).changedCount == 0 {
            throw MigrationError.noSuchRow(entityName: entityName, number: number)
        }
    }

    private func removal(_ number: Int64, _ table: PostgresTable) -> Statement {
        var parameters = Parameters()
        return Statement("DELETE FROM \(table.name) WHERE signals_id = \(parameters.add(number))", parameters)
    }

    private func find(_ name: String) throws(MigrationError) -> (entity: EntitySchema, table: PostgresTable) {
        guard let found = new[name] else { throw .noSuchEntity(entityName: name) }
        return found
    }
}

extension MigrationRow {
    fileprivate init(_ row: StoredRow, of entity: EntitySchema) {
        let values = zip(entity.attributes.map(\.name), row.values)
        self.init(
            entityName: entity.name, number: row.number, values: Dictionary(uniqueKeysWithValues: Array(values)))
    }
}
