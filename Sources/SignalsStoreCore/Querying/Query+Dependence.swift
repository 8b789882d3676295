// The rows beside those that are found that decide on what a query finds.
extension Query {
    /// Returns the condition that some rows beside a row decide if it is found, or where; nil where none of them does.
    ///
    /// - Parameter numbers: the numbers of these rows, of any entity.
    package func dependence(on numbers: [Int64]) -> QueryExpression? {
        let rows = numbers.map(StoredValue.integer)
        let conditions = (condition?.looks(at: rows) ?? []) + order.flatMap { $0.looks(at: rows, from: entity) }
        return conditions.dropFirst().reduce(conditions.first) { all, next in all.map { .boolean(.or($0, next)) } }
    }
}

extension QueryExpression {
    /// The conditions that it looks at some rows: one for each way to them.
    fileprivate func looks(at rows: [StoredValue]) -> [QueryExpression] {
        switch node {
        case .objectID, .attribute, .value, .matches: []
        case .not(let inner), .isOneOf(let inner, _), .count(let inner), .unwrap(let inner): inner.looks(at: rows)
        case .and, .or: terms.flatMap { $0.looks(at: rows) }
        case .compare(_, let left, let right), .text(_, let left, let right), .coalesce(let left, let right),
            .ifPresent(let left, let right), .arithmetic(_, let left, let right):
            left.looks(at: rows) + right.looks(at: rows)
        case .conditional(let test, let yes, let no): [test, yes, no].flatMap { $0.looks(at: rows) }
        case .related(let number, let row, let entity, let value):
            [number.isOneOf(rows)] + number.looks(at: rows)
                + value.looks(at: rows).map { inner in
                    let related = QueryExpression(.related(number, row, entity, inner), .boolean, isOptional: true)
                    return .boolean(.coalesce(related, QueryExpression(.value(.integer(0)), .boolean)))
                }
        case .exists(let related, let condition), .countRows(let related, let condition):
            related.owner.looks(at: rows)
                + ([QueryExpression(.objectID(of: related.row), .integer64).isOneOf(rows)]
                + (condition?.looks(at: rows) ?? [])).map { .boolean(.exists(related, $0)) }
        }
    }

    /// A number that is nil is none of them, also where the expression that looks there would fail.
    fileprivate func isOneOf(_ rows: [StoredValue]) -> QueryExpression {
        if case .unwrap(let inner) = node { return inner.isOneOf(rows) }
        return .boolean(.isOneOf(self, rows))
    }
}

extension QueryOrder {
    /// The conditions that its path leads to some rows: one for each step.
    fileprivate func looks(at rows: [StoredValue], from entity: EntitySchema) -> [QueryExpression] {
        var number: QueryExpression?
        var found: [QueryExpression] = []
        for (index, step) in path.enumerated() {
            let row = QueryRow(depth: number == nil ? 0 : 1)
            let reference = QueryExpression(.attribute(step.column, of: row), .reference, isOptional: true)
            let next = number.map { number in
                QueryExpression(.related(number, row, path[index - 1].target, reference), .reference, isOptional: true)
            }
            found.append((next ?? reference).isOneOf(rows))
            number = next ?? reference
        }
        return found
    }
}
