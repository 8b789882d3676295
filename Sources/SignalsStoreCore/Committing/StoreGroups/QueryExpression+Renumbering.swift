extension QueryExpression {
    /// The expression with other numbers of objects, where it compares any.
    func renumbered(_ number: (Int64) -> Int64) -> QueryExpression {
        QueryExpression(node.renumbered(number), type, isOptional: isOptional)
    }

    private var isObjectNumber: Bool {
        switch node {
        case .objectID: true
        case .ifPresent(_, let inner), .related(_, _, _, let inner), .unwrap(let inner): inner.isObjectNumber
        case .coalesce(let left, let right), .conditional(_, let left, let right):
            left.isObjectNumber || right.isObjectNumber
        default: type.isObjectNumber
        }
    }

    /// The constants of the other side of a comparison.
    fileprivate func renumbered(besides other: QueryExpression, _ number: (Int64) -> Int64) -> QueryExpression {
        if other.isObjectNumber, case .value(.integer(let old)) = node {
            return QueryExpression(.value(.integer(number(old))), type, isOptional: isOptional)
        }
        return renumbered(number)
    }

    fileprivate func renumbered(_ values: [StoredValue], _ number: (Int64) -> Int64) -> [StoredValue] {
        guard isObjectNumber else { return values }
        return values.map { if case .integer(let old) = $0 { .integer(number(old)) } else { $0 } }
    }
}

extension QueryExpression.Node {
    fileprivate func renumbered(_ number: (Int64) -> Int64) -> QueryExpression.Node {
        func map(_ expression: QueryExpression) -> QueryExpression { expression.renumbered(number) }
        return
            switch self
        {
        case .objectID, .attribute, .value, .matches: self
        case .compare(let comparison, let left, let right):
            .compare(
                comparison, left.renumbered(besides: right, number), right.renumbered(besides: left, number))
        case .isOneOf(let element, let values):
            .isOneOf(map(element), element.renumbered(values, number))
        case .and(let left, let right): .and(map(left), map(right))
        case .or(let left, let right): .or(map(left), map(right))
        case .not(let inner): .not(map(inner))
        case .text(let test, let left, let right): .text(test, map(left), map(right))
        case .count(let inner): .count(map(inner))
        case .arithmetic(let operation, let left, let right): .arithmetic(operation, map(left), map(right))
        case .coalesce(let left, let right): .coalesce(map(left), map(right))
        case .unwrap(let inner): .unwrap(map(inner))
        case .ifPresent(let value, let then): .ifPresent(map(value), map(then))
        case .conditional(let test, let yes, let no): .conditional(map(test), map(yes), map(no))
        case .related(let reference, let row, let entity, let value): .related(map(reference), row, entity, map(value))
        case .exists(let rows, let condition): .exists(rows, condition.map(map))
        case .countRows(let rows, let condition): .countRows(rows, condition.map(map))
        }
    }
}
