import SignalsStoreCore

// Tables of columns, and of what is computed over rows.
extension QueryGenerator {
    package mutating func rows(_ columns: [Int], _ isDistinct: Bool, _ query: Query) -> SQLText {
        var text = "SELECT \(columns.map { exact($0, query) }.joined(separator: ", "))" + source(query)
        if isDistinct {
            // Of those that are equal the first one counts, and says where they come.
            text += " GROUP BY " + columns.map { compared($0, query) }.joined(separator: ", ")
            let first = "MIN(\(column(Self.numberColumn, of: .fetched)))"
            text += " ORDER BY " + order(query, then: [first])
        } else {
            text += " ORDER BY " + order(query)
        }
        text += slice(query)
        return finish(text)
    }

    package mutating func groups(
        _ keys: [Int], _ aggregations: [Aggregation], _ further: [String], _ query: Query
    ) -> SQLText {
        let columns = keys.map { compared($0, query) }
        let extremes = aggregations.filter { [.minimum, .maximum].contains($0.kind) }.count
        let results = aggregations.map { aggregate($0, query, isOnlyExtreme: extremes == 1) }
        var text = "SELECT \((keys.map { exact($0, query) } + results + further).joined(separator: ", "))"
        if query.limit == nil, query.offset == 0 {
            text += source(query)
        } else {
            let inner =
                "SELECT \(Self.alias(of: .fetched)).*" + source(query) + " ORDER BY " + order(query) + slice(query)
            text += " FROM (\(inner)) AS \(Self.alias(of: .fetched))"
        }
        if columns.isEmpty { return finish(text) }
        let list = columns.joined(separator: ", ")
        let order = columns.map { $0 + dialect.direction(isAscending: true) }.joined(separator: ", ")
        return finish(text + " GROUP BY \(list) ORDER BY \(order)")
    }

    /// A column, compared and sorted as Swift's values are.
    private func compared(_ index: Int, _ query: Query) -> String {
        let attribute = query.entity.attributes[index]
        return column(attribute.name, of: .fetched) + dialect.sortCollation(for: attribute.type)
    }

    /// A column, of a text as it was given: of those that are equal, any.
    private func exact(_ index: Int, _ query: Query) -> String {
        let attribute = query.entity.attributes[index]
        guard attribute.type == .string else { return compared(index, query) }
        return exactColumn(attribute, of: .fetched)
    }

    private func aggregate(_ aggregation: Aggregation, _ query: Query, isOnlyExtreme: Bool) -> String {
        guard let index = aggregation.column else { return "COUNT(*)" }
        let attribute = query.entity.attributes[index]
        let column = column(attribute.name, of: .fetched)
        guard attribute.type == .string, [.minimum, .maximum].contains(aggregation.kind) else {
            return dialect.aggregate(aggregation.kind, attribute.type, column)
        }
        // Beside one such aggregate, SQLite takes other columns from the row that it found.
        if isOnlyExtreme {
            let kept = Self.alias(of: .fetched) + "." + KeptTexts.column
            return dialect.exact(
                dialect.aggregate(aggregation.kind, attribute.type, column), kept: kept, name: attribute.name)
        }
        let exact = "(\(exactColumn(attribute, of: .fetched)))" + dialect.textCollation
        return dialect.aggregate(aggregation.kind, attribute.type, exact)
    }
}
