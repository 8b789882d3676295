// Tables of columns, and of what is computed over rows.
extension QueryGenerator {
    mutating func rows(_ columns: [Int], _ isDistinct: Bool, _ query: Query) -> SQLText {
        let columns = columns.map { compared($0, query) }
        var text = "SELECT \(isDistinct ? "DISTINCT " : "")\(columns.joined(separator: ", "))" + source(query)
        text += " ORDER BY " + (isDistinct ? order(query, then: columns) : order(query))
        text += slice(query)
        return finish(text)
    }

    mutating func groups(_ keys: [Int], _ aggregations: [Aggregation], _ query: Query) -> SQLText {
        let columns = keys.map { compared($0, query) }
        let results = aggregations.map { aggregate($0, query) }
        var text = "SELECT \((columns + results).joined(separator: ", "))"
        if query.limit == nil, query.offset == 0 {
            text += source(query)
        } else {
            let inner = "SELECT *" + source(query) + " ORDER BY " + order(query) + slice(query)
            text += " FROM (\(inner)) AS \(Self.alias(of: .fetched))"
        }
        if columns.isEmpty { return finish(text) }
        let list = columns.joined(separator: ", ")
        return finish(text + " GROUP BY \(list) ORDER BY \(list)")
    }

    /// A column, compared as Swift compares its values.
    private func compared(_ index: Int, _ query: Query) -> String {
        let attribute = query.entity.attributes[index]
        return column(attribute.name, of: .fetched) + dialect.collation(for: attribute.type)
    }

    private func aggregate(_ aggregation: Aggregation, _ query: Query) -> String {
        guard let index = aggregation.column else { return "COUNT(*)" }
        let attribute = query.entity.attributes[index]
        return dialect.aggregate(aggregation.kind, attribute.type, column(attribute.name, of: .fetched))
    }
}
