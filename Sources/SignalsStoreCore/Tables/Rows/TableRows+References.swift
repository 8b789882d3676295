// Rows that refer to each other, and links.
extension TableRows {
    package func referring(_ reference: ReferentialRules.Reference, to target: Int64, limit: Int?) throws -> [Int64] {
        let rows = try pending.rows(with: .integer(target), in: reference.column, of: catalog.table(reference.holder))
        return rows.prefix(limit ?? rows.count).map(\.number)
    }

    package func clear(_ reference: ReferentialRules.Reference, to target: Int64) throws -> [Int64] {
        let table = catalog.table(reference.holder)
        let rows = try pending.rows(with: .integer(target), in: reference.column, of: table)
        for row in rows {
            var values = row.values
            values[reference.column] = .null
            pending.put(StoredRow(number: row.number, version: row.version + 1, values: values), table)
        }
        return rows.map(\.number)
    }

    private func pairs(_ table: JoinTable, _ side: JoinTable.Side, _ number: Int64) throws -> [LinkPair] {
        try pending.rows(with: .integer(number), in: LinkPair.column(side), of: catalog.table(table))
            .compactMap(LinkPair.init)
    }

    package func apply(_ change: LinkChange) throws {
        let table = catalog.table(change.table)
        let (source, target) = (StoredValue.integer(change.source), StoredValue.integer(change.target))
        let pair = try pending.rows(with: [source, target], of: table).first
        switch (change.kind, pair) {
        case (.removed, let pair?): pending.remove(pair.number, table)
        case (.added, nil):
            let values = LinkPair.values(change.source, change.target)
            pending.put(StoredRow(number: try reserve(1).lowerBound, version: 1, values: values), table)
        case (.removed, nil), (.added, _): break
        }
    }

    package func hasLinks(_ table: JoinTable, _ side: JoinTable.Side, _ number: Int64) throws -> Bool {
        try !pairs(table, side, number).isEmpty
    }

    package func removeLinks(_ table: JoinTable, _ side: JoinTable.Side, _ number: Int64) throws -> [Int64] {
        let pairs = try pairs(table, side, number)
        for pair in pairs { pending.remove(pair.row, catalog.table(table)) }
        return pairs.map { $0.number(on: side.opposite) }
    }

    package func positions(_ table: JoinTable, of source: Int64) throws -> [Int64: Double] {
        let pairs = try pairs(table, .source, source).map { ($0.target, $0.position) }
        return Dictionary(pairs) { first, _ in first }
    }

    package func end(_ table: JoinTable, of source: Int64, _ targets: [Int64]) throws -> TargetsEnd {
        var end = TargetsEnd()
        let wanted = Set(targets)
        for (target, position) in try positions(table, of: source) {
            if wanted.contains(target) { end.positions[target] = position }
            if position.isNaN { end.hasUnpositioned = end.hasUnpositioned || !wanted.contains(target) }
            if position > end.last { end.last = position }
        }
        return end
    }

    package func setPositions(_ positions: [Int64: Double], _ table: JoinTable, of source: Int64) throws {
        for row in try pending.rows(with: .integer(source), in: LinkPair.column(.source), of: catalog.table(table)) {
            guard let target = LinkPair(row)?.target, let position = positions[target] else { continue }
            let values = LinkPair.values(source, target, position: position)
            pending.put(
                StoredRow(number: row.number, version: row.version + 1, values: values), catalog.table(table))
        }
    }
}
