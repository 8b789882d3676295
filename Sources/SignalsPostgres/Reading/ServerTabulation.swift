import SignalsSQL
import SignalsStoreCore

/// A table that the server computes over rows as Swift would: groups by values that the server distinguishes as Swift
/// does, and aggregates that are exact. A sum of real numbers is not one of them: on the server it depends on their
/// order.
struct ServerTabulation {
    /// The table that is asked for, in which an average is the sum and the number of the values.
    let tabulation: Tabulation
    private let keys: [AttributeType]
    /// True if texts of rows are in the table.
    private let hasTexts: Bool
    private let results: [(kind: Aggregation.Kind, type: AttributeType)]
    /// The columns whose values are added up, by their index in the entity.
    private let summed: [Int]

    /// - Returns: nil for a table that is computed here.
    init?(_ wanted: Tabulation) {
        var query = wanted.query
        // Of all rows, in whatever order.
        if query.limit == nil, query.offset == 0 { query.order = [] }
        guard query.isExact, case .groups(let columns, let aggregations) = wanted.shape else { return nil }
        let types = wanted.query.entity.attributes.map(\.type)
        keys = columns.map { types[$0] }
        results = aggregations.map { ($0.kind, $0.column.map { types[$0] } ?? .integer64) }
        summed = aggregations.filter { [.sum, .average].contains($0.kind) }.compactMap(\.column)
        guard keys.allSatisfy(\.isToldApartByServer), results.allSatisfy({ $1.isExactOnServer($0) }) else { return nil }
        hasTexts = keys.contains(.string) || results.contains { $1 == .string && [.minimum, .maximum].contains($0) }
        tabulation = Tabulation(query: query, shape: .groups(by: columns, aggregations.flatMap(\.parts)))
    }

    /// The statement that the server computes it by.
    func statement(_ dialect: PostgresDialect) -> Statement? {
        // A sum is of another type than its values.
        let entity = tabulation.query.entity
        let samples = summed.map { column in
            "(SELECT \(dialect.quoted(entity.attributes[column].name)) FROM \(dialect.table(entity.name)) LIMIT 0)"
        }
        // The rows that the order looks at have such a column, too.
        let kept = QueryGenerator.alias(of: .fetched) + "." + KeptTexts.column
        let texts = hasTexts ? ["bool_or(\(kept) IS NOT NULL)"] : []
        return Statement(QueryGenerator.tabulate(tabulation, dialect, further: samples + texts))
    }

    /// Runs the statement.
    ///
    /// - Throws: `PostgresFailure`, for example if the values have other types.
    func run(_ statement: Statement, on rows: ConnectionRows) throws -> PostgresResult {
        let answer = try rows.run(statement)
        try answer.require(keys)
        var column = keys.count
        for (kind, type) in results {
            if [.minimum, .maximum].contains(kind) { try answer.require([type], from: column) }
            column += kind == .average ? 2 : 1
        }
        try answer.require(summed.map { tabulation.query.entity.attributes[$0].type }, from: column)
        return answer
    }

    /// The rows of the table, from what the server computed; nil where a text may not be as it was given.
    ///
    /// - Throws: `FetchError.evaluation` when a sum overflows.
    func rows(_ answer: PostgresResult) throws -> ValueTable? {
        if hasTexts, (0..<answer.count).contains(where: { isKept(answer, $0) }) { return nil }
        do {
            var table = ValueTable(width: keys.count + results.count)
            for row in 0..<answer.count {
                var values = keys.enumerated().map { PostgresValue.value(answer.bytes(row, $0), as: $1) }
                var column = keys.count
                for (kind, type) in results { values.append(try value(kind, type, answer, row, &column)) }
                table.append(values)
            }
            return table
        } catch let failure as RowComputation.Failure { throw FetchError.evaluation(reason: failure.description) }
    }

    private func isKept(_ answer: PostgresResult, _ row: Int) -> Bool {
        answer.bytes(row, answer.columnCount - 1)?.first == 1
    }

    private func value(
        _ kind: Aggregation.Kind, _ type: AttributeType, _ answer: PostgresResult, _ row: Int, _ column: inout Int
    ) throws -> StoredValue {
        defer { column += kind == .average ? 2 : 1 }
        switch kind {
        case .rows, .count, .countDistinct: return .integer(answer.integer(row, column) ?? 0)
        case .minimum, .maximum: return PostgresValue.value(answer.bytes(row, column), as: type)
        case .sum, .average:
            var accumulator = Accumulator(kind, type)
            let sum = answer.bytes(row, column).flatMap { Int128(PostgresNumeric.text($0)) } ?? 0
            accumulator.add(sum: sum, of: kind == .average ? answer.integer(row, column + 1) ?? 0 : 0)
            return try accumulator.result()
        }
    }
}

extension AttributeType {
    /// True if values are equal and ordered on the server where they are in Swift.
    fileprivate var isToldApartByServer: Bool { !isFloating && self != .decimal }

    /// True if the server computes an aggregate of values of the type as Swift does.
    fileprivate func isExactOnServer(_ kind: Aggregation.Kind) -> Bool {
        switch kind {
        case .rows, .count: true
        case .countDistinct: isToldApartByServer
        case .minimum, .maximum: ![.boolean, .uuid, .data].contains(self)
        case .sum, .average: [.smallint, .integer, .bigint].contains(column) || self == .unsigned64
        }
    }
}
