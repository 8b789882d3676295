extension TableEvaluation {
    package func links(of table: JoinTable, _ side: JoinTable.Side, to numbers: [Int64]) throws -> [LinkRow] {
        let owners = Set(numbers.map(StoredValue.integer))
        let rows = try read(RowRequest(catalog.table(table), .values(owners, column: LinkPair.column(side))))
        return rows.compactMap(LinkPair.init).sorted { $0.isBefore($1, seenFrom: side) }.map { pair in
            side == .source
                ? LinkRow(owner: pair.source, other: pair.target) : LinkRow(owner: pair.target, other: pair.source)
        }
    }
}

extension RowPageBuilder {
    /// Hands rows that have the columns of an entity over in pages.
    package static func handOver(
        _ rows: [StoredRow], of entity: EntitySchema, _ body: (RowPage) throws -> Void
    ) throws {
        var builder = RowPageBuilder(entity, capacity: min(rows.count, pageSize))
        for row in rows {
            builder.append(row)
            if builder.count == pageSize { try body(builder.finish()) }
        }
        if builder.count > 0 { try body(builder.finish()) }
    }

    /// A page of rows that have the columns of an entity.
    package static func page(_ entity: EntitySchema, _ rows: [StoredRow]) -> RowPage {
        var builder = RowPageBuilder(entity, capacity: rows.count)
        for row in rows { builder.append(row) }
        return builder.finishLast()
    }

    fileprivate mutating func append(_ row: StoredRow) {
        beginRow(number: row.number, version: row.version)
        for value in row.values { append(value) }
    }
}
