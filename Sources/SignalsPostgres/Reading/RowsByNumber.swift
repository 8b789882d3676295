import SignalsStoreCore

/// A query for a few rows of an entity by their numbers.
struct RowsByNumber: Sendable {
    private static let mostNumbers = 16
    /// The most look-ups that are answered together by one statement for each table.
    static let mostTogether = 96

    private let entity: EntitySchema
    private let table: PostgresTable
    /// In ascending order.
    private let numbers: [Int64]

    /// Nil for a query that asks for anything else, or for many.
    init?(_ query: Query, _ tables: PostgresTables) {
        guard let (table, values) = tables.rowsByNumbers(query), values.count <= Self.mostNumbers else { return nil }
        self.table = table
        entity = query.entity
        let all = values.compactMap { if case .integer(let number) = $0 { number } else { nil } }
        numbers = all.count > 1 ? Set(all).sorted() : all
    }

    /// Returns the rows that look-ups find.
    ///
    /// - Throws: `PostgresFailure`.
    static func pages(of lookups: [RowsByNumber], _ rows: ConnectionRows) throws -> [RowPage] {
        if lookups.count == 1 {
            let lookup = lookups[0]
            let result = try rows.run(lookup.table.selection(of: lookup.numbers.map(StoredValue.integer)))
            return try [PageDecoder(lookup.entity).page(result, of: 0..<result.count)]
        }
        var pages = [RowPage?](repeating: nil, count: lookups.count)
        let tables = Dictionary(grouping: lookups.indices) { lookups[$0].table.name }.values.map { $0 }
        let statements = tables.map { indices in
            let numbers = Set(indices.flatMap { lookups[$0].numbers })
            return lookups[indices[0]].table.selection(of: numbers.map(StoredValue.integer))
        }
        for (indices, result) in zip(tables, try rows.run(statements)) {
            let decoder = PageDecoder(lookups[indices[0]].entity)
            var found: [Int64: Int] = [:]
            for row in 0..<result.count { found[result.integer(row, 0) ?? 0] = row }
            for index in indices {
                pages[index] = try decoder.page(result, of: lookups[index].numbers.compactMap { found[$0] })
            }
        }
        return pages.compactMap { $0 }
    }
}
