import SignalsSQL
import SignalsStoreCore

// Rows that refer to each other, and links.
extension SQLiteRows {
    private var number: String { QueryGenerator.numberColumn }
    private var version: String { QueryGenerator.versionColumn }

    private func numbers(_ sql: String, _ values: [StoredValue]) throws -> [Int64] {
        try connection.rows(sql, values).compactMap { if case .integer(let number) = $0[0] { number } else { nil } }
    }

    func exists(_ row: Int64, _ entity: EntitySchema) throws -> Bool {
        let sql = "SELECT 1 FROM \(dialect.quoted(entity.name)) WHERE \(number) = ?"
        return try !numbers(sql, [.integer(row)]).isEmpty
    }

    func referring(_ reference: ReferentialRules.Reference, to target: Int64, limit: Int?) throws -> [Int64] {
        let table = dialect.quoted(reference.holder.name)
        let slice = limit.map { " LIMIT \($0)" } ?? ""
        let sql = "SELECT \(number) FROM \(table) WHERE \(dialect.quoted(reference.name)) = ?\(slice)"
        return try numbers(sql, [.integer(target)])
    }

    func removeAll(_ reference: ReferentialRules.Reference, to target: Int64) throws -> [Int64]? {
        let table = dialect.quoted(reference.holder.name)
        let sql = "DELETE FROM \(table) WHERE \(dialect.quoted(reference.name)) = ?"
        return try connection.changedRows(of: reference.holder.name) {
            try connection.execute(sql, [.integer(target)])
        }
    }

    func clear(_ reference: ReferentialRules.Reference, to target: Int64) throws -> [Int64] {
        let table = dialect.quoted(reference.holder.name)
        let column = dialect.quoted(reference.name)
        let sql = "UPDATE \(table) SET \(column) = NULL, \(version) = \(version) + 1 WHERE \(column) = ?"
        return try numbers("\(sql) RETURNING \(number)", [.integer(target)])
    }

    func remove(_ row: Int64, _ entity: EntitySchema, returning columns: [Int]) throws -> [StoredValue]? {
        let told = columns.map { dialect.quoted(entity.attributes[$0].name) } + [number]
        let sql = "DELETE FROM \(dialect.quoted(entity.name)) WHERE \(number) = ? "
        let rows = try connection.rows(
            "\(sql) RETURNING \(told.joined(separator: ", "))", [.integer(row)], columns: told.count)
        return rows.first
    }

    func hasLinks(_ table: JoinTable, _ side: JoinTable.Side, _ row: Int64) throws -> Bool {
        let sql = "SELECT 1 FROM \(dialect.quoted(table.name)) WHERE \(JoinTable.column(side)) = ? LIMIT 1"
        return try !numbers(sql, [.integer(row)]).isEmpty
    }

    func removeLinks(_ table: JoinTable, _ side: JoinTable.Side, _ row: Int64) throws -> [Int64] {
        let sql = "DELETE FROM \(dialect.quoted(table.name)) WHERE \(JoinTable.column(side)) = ? "
        return try numbers("\(sql) RETURNING \(JoinTable.column(side.opposite))", [.integer(row)])
    }

    func apply(_ change: LinkChange) throws {
        let table = dialect.quoted(change.table.name)
        let pair = [StoredValue.integer(change.source), .integer(change.target)]
        switch change.kind {
        case .removed:
            let sql = "DELETE FROM \(table) WHERE \(JoinTable.sourceColumn) = ? AND \(JoinTable.targetColumn) = ?"
            try connection.execute(sql, pair)
        case .added:
            let columns = "\(JoinTable.sourceColumn), \(JoinTable.targetColumn)"
            try connection.execute("INSERT OR IGNORE INTO \(table) (\(columns)) VALUES (?, ?)", pair)
        }
    }

    func positions(_ table: JoinTable, of source: Int64) throws -> [Int64: Double] {
        let columns = "\(JoinTable.targetColumn), \(JoinTable.positionColumn)"
        let rows = try connection.rows(
            "SELECT \(columns) FROM \(dialect.quoted(table.name)) WHERE \(JoinTable.sourceColumn) = ?",
            [.integer(source)], columns: 2)
        var positions: [Int64: Double] = [:]
        for row in rows {
            guard case .integer(let target) = row[0] else { continue }
            if case .real(let position) = row[1] { positions[target] = position } else { positions[target] = .nan }
        }
        return positions
    }

    func end(_ table: JoinTable, of source: Int64, _ targets: [Int64]) throws -> TargetsEnd {
        let (name, position) = (dialect.quoted(table.name), JoinTable.positionColumn)
        let pair = "\(JoinTable.sourceColumn) = ? AND \(JoinTable.targetColumn) = ?"
        let links = "\(name) WHERE \(JoinTable.sourceColumn) = ?"
        var end = TargetsEnd()
        for target in targets {
            let found = try connection.rows(
                "SELECT \(position) FROM \(name) WHERE \(pair)", [.integer(source), .integer(target)])
            guard let value = found.first?[0] else { continue }
            if case .real(let position) = value {
                end.positions[target] = position
            } else {
                end.positions[target] = .nan
            }
        }
        let last = try connection.rows(
            "SELECT \(position) FROM \(links) ORDER BY \(position) DESC LIMIT 1", [.integer(source)])
        if case .real(let position)? = last.first?[0] { end.last = max(0, position) }
        let unpositioned = try numbers(
            "SELECT COUNT(*) FROM (SELECT 1 FROM \(links) AND \(position) IS NULL LIMIT ?)",
            [.integer(source), .integer(Int64(targets.count) + 1)])
        end.hasUnpositioned = unpositioned.first.map { $0 > end.positions.values.count { $0.isNaN } } ?? false
        return end
    }

    func setPositions(_ positions: [Int64: Double], _ table: JoinTable, of source: Int64) throws {
        let pair = "\(JoinTable.sourceColumn) = ? AND \(JoinTable.targetColumn) = ?"
        let sql = "UPDATE \(dialect.quoted(table.name)) SET \(JoinTable.positionColumn) = ? WHERE \(pair)"
        for (target, position) in positions {
            try connection.execute(sql, [.real(position), .integer(source), .integer(target)])
        }
    }
}
