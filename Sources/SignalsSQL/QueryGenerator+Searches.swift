import SignalsStoreCore

// Searches for words.
extension QueryGenerator {
    /// Returns the condition that texts of a row match a search: its number is among those that the index of words finds,
    /// of the row's entity or of a subentity, which has an index of its own.
    mutating func matches(_ search: ColumnSearch, _ row: QueryRow) -> String {
        if search.search.isEmpty { return dialect.boolean(false) }
        let entity = entities[row.depth]
        let names = ([entity.name] + entity.subentities).filter(dialect.keeps)
        let pattern = bind(
            .text(search.search.pattern(in: search.columns.map { entity.attributes[$0].name })), .string)
        let found = names.map { dialect.numbers(matching: pattern, in: $0) }.joined(separator: " UNION ALL ")
        return "(\(column(Self.numberColumn, of: row)) IN (\(found)))"
    }

    /// The relevance of the fetched row.
    mutating func relevance(_ order: QueryOrder) -> String {
        guard case .relevance(let search) = order.key else { return "0" }
        let sought = bind(.text(search.search.text), .string)
        let isBeingTyped = dialect.boolean(search.search.isBeingTyped)
        let texts = search.columns.map { column(entities[0].attributes[$0].name, of: .fetched) }
        return dialect.relevance(of: texts, to: sought, isBeingTyped: isBeingTyped)
    }
}
