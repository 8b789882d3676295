extension QueryExpression {
    /// The expression with what is the same for every row computed, such as a negative number or a captured number of days
    /// times 24: a store would compute it for each row, and no index leads to it. What fails is left for the rows.
    package var folded: QueryExpression {
        switch node {
        case .arithmetic(let operation, let left, let right):
            guard let left = left.constant, let right = right.constant,
                let value = try? RowComputation.arithmetic(operation, type, left, right)
            else { return self }
            return QueryExpression(.value(value), type, isOptional: isOptional)
        case .coalesce(let value, let fallback):
            guard let known = value.constant else { return self }
            return known.isNull ? fallback : QueryExpression(value.node, type, isOptional: isOptional)
        case .unwrap(let inner):
            guard let known = inner.constant, !known.isNull else { return self }
            return QueryExpression(inner.node, type, isOptional: isOptional)
        case .compare(let comparison, let left, let right):
            guard let known = left.constant, let other = right.constant else { return self }
            return .always(RowComputation.compare(comparison, left.type, known, other))
        case .not(let inner): return inner.folded.verdict.map { .always(!$0) } ?? self
        case .and(let left, let right): return joined(left, right, decidedBy: false)
        case .or(let left, let right): return joined(left, right, decidedBy: true)
        default: return self
        }
    }

    private func joined(
        _ left: QueryExpression, _ right: QueryExpression, decidedBy verdict: Bool
    ) -> QueryExpression {
        if let known = left.verdict { return known == verdict ? .always(verdict) : right }
        // The left one comes first, and may fail.
        guard let known = right.verdict, known != verdict || !left.canFail else { return self }
        return known == verdict ? .always(verdict) : left
    }

    private static func always(_ verdict: Bool) -> QueryExpression { .boolean(.value(.integer(verdict ? 1 : 0))) }

    /// The outcome of a condition that is the same for every row.
    private var verdict: Bool? { type == .boolean ? constant.map { $0 == .integer(1) } : nil }
}
