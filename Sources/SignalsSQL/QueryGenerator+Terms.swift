import SignalsStoreCore

// Conjunctions and disjunctions.
extension QueryGenerator {
    /// The terms in one list, and not in a pair of parentheses each: a database limits how deep those nest.
    package mutating func terms(_ expression: QueryExpression) -> String {
        let terms = expression.terms
        if case .and = expression.node { return and(terms) }
        return terms.contains(where: \.canFail) ? inOrder(terms, stoppingAt: true) : or(terms)
    }

    // Where one can fail, those before it stand beside the CASE once more: an index may serve them.
    private mutating func and(_ terms: [QueryExpression]) -> String {
        let safe = terms.prefix { !$0.canFail }.map { term($0) }
        if safe.count == terms.count { return joined(safe[...], " AND ") }
        let ordered = inOrder(terms, stoppingAt: false)
        return safe.isEmpty ? ordered : joined((safe + [ordered])[...], " AND ")
    }

    private mutating func or(_ terms: [QueryExpression]) -> String {
        let terms = QueryExpression.gatheringEqualities(terms).map { term($0) }
        return terms.count == 1 ? terms[0] : joined(terms[...], " OR ")
    }

    /// A term of a condition. A Boolean column is compared with a constant that is written and not bound, so that an index
    /// over it serves the comparison, and one over the rows in which it holds.
    mutating func term(_ expression: QueryExpression) -> String {
        guard let (column, value) = expression.columnComparedWithBoolean else { return sql(expression) }
        return "(\(sql(column)) = \(dialect.boolean(value)))"
    }

    // A database may evaluate the sides of AND and OR in any order; only CASE keeps Swift's.
    private mutating func inOrder(_ terms: [QueryExpression], stoppingAt outcome: Bool) -> String {
        let tests = terms.dropLast().map { term in
            let test = outcome ? term : term.negated
            return "WHEN \(sql(test)) THEN \(dialect.boolean(outcome))"
        }
        return "CASE \(tests.joined(separator: " ")) ELSE \(sql(terms[terms.count - 1])) END"
    }

    /// SQLite's limit of an expression's depth is 1,000, of which each term of a list takes one.
    private static let greatestTermCount = 200

    private func joined(_ terms: ArraySlice<String>, _ separator: String) -> String {
        if terms.count <= Self.greatestTermCount { return "(\(terms.joined(separator: separator)))" }
        let lists = stride(from: terms.startIndex, to: terms.endIndex, by: Self.greatestTermCount).map { start in
            joined(terms[start..<min(start + Self.greatestTermCount, terms.endIndex)], separator)
        }
        return joined(lists[...], separator)
    }
}

extension QueryExpression {
    /// A Boolean column that is never nil, and the value that the condition asks of it.
    var columnComparedWithBoolean: (column: QueryExpression, value: Bool)? {
        switch node {
        case .attribute where type == .boolean && !isOptional: return (self, true)
        case .not(let inner): return inner.columnComparedWithBoolean.map { ($0.column, !$0.value) }
        case .compare(.equal, let left, let right):
            guard let value = left.constant ?? right.constant, case .integer(let number) = value else { return nil }
            let column = left.constant == nil ? left : right
            return column.columnComparedWithBoolean.flatMap { found in
                if case .attribute = column.node { (found.column, number != 0) } else { nil }
            }
        default: return nil
        }
    }

    fileprivate var negated: QueryExpression {
        if case .not(let inner) = node { inner } else { .boolean(.not(self)) }
    }

    /// Alternatives, with one list of values in place of each column's equalities.
    fileprivate static func gatheringEqualities(_ terms: [QueryExpression]) -> [QueryExpression] {
        var indexes: [Column: Int] = [:]
        var gathered: [(element: QueryExpression, values: [StoredValue])] = []
        for term in terms {
            guard let (column, element, value) = term.equality else {
                gathered.append((term, []))
                continue
            }
            if let index = indexes[column] {
                gathered[index].values.append(value)
            } else {
                indexes[column] = gathered.count
                gathered.append((element, [value]))
            }
        }
        return gathered.map { element, values in
            switch values.count {
            case 0: element
            case 1: .boolean(.compare(.equal, element, QueryExpression(.value(values[0]), element.type)))
            default: .boolean(.isOneOf(element, values))
            }
        }
    }
}
