import Foundation

// A store cannot run Swift code of an enum, but if all cases are known, the results can be given for each case.
extension PredicateTranslator {
    private static let greatestCaseCount = 64

    /// A property of an enum's value, such as `rawValue`; nil if the type's cases are unknown.
    func property(_ keyPath: AnyKeyPath, ofCase value: QueryExpression, _ type: Any.Type, in node: Any) throws
        -> QueryExpression?
    {
        guard let type = type as? any (CaseIterable & AttributeValue).Type else { return nil }
        let rows = try cases(of: type).map { one in
            guard let result = (one as Any)[keyPath: keyPath] else { throw failure(node, "it has no such property") }
            return (case: try one.storedValue(), result: try storedValue(of: result, in: node))
        }
        guard let first = rows.first, rows.count <= Self.greatestCaseCount else { return nil }
        let table = rows.map { ($0.case, $0.result.node) }
        return choose(table, for: value, first.result.type, isOptional: rows.contains(where: \.result.isOptional))
    }

    /// The position of an enum's value in the order that its `<` defines; nil if the cases are unknown, or if `<` and
    /// `<=` do not form such an order.
    func rank(of value: QueryExpression, _ type: Any.Type) throws -> QueryExpression? {
        guard let type = type as? any (CaseIterable & Comparable & AttributeValue).Type,
            let ranks = try ranks(of: type)
        else { return nil }
        return choose(ranks.map { ($0, .value(.integer($1))) }, for: value, .integer64, isOptional: false)
    }

    private func cases<Value: CaseIterable & AttributeValue>(of type: Value.Type) -> [any AttributeValue] {
        Array(Value.allCases)
    }

    private func ranks<Value: CaseIterable & Comparable & AttributeValue>(
        of type: Value.Type
    ) throws -> [(StoredValue, Int64)]? {
        let cases = Array(Value.allCases)
        guard cases.count <= Self.greatestCaseCount else { return nil }
        let ranks = cases.map { one in cases.count { $0 < one } }
        for (left, leftRank) in zip(cases, ranks) {
            for (right, rightRank) in zip(cases, ranks) {
                guard (left < right) == (leftRank < rightRank), (left <= right) == (leftRank <= rightRank) else {
                    return nil
                }
            }
        }
        return try zip(cases, ranks).map { (try $0.storedValue(), Int64($1)) }
    }

    /// Returns what a table has for a value; null for one that is not in it, which no object can have.
    private func choose(
        _ table: [(StoredValue, QueryExpression.Node)], for value: QueryExpression, _ type: AttributeType,
        isOptional: Bool
    ) -> QueryExpression {
        table.reversed().reduce(QueryExpression(.value(.null), type, isOptional: isOptional)) { rest, row in
            let isCase = QueryExpression.boolean(.compare(.equal, value, QueryExpression(.value(row.0), value.type)))
            let result = QueryExpression(row.1, type)
            return QueryExpression(.conditional(isCase, result, rest), type, isOptional: isOptional)
        }
    }
}
