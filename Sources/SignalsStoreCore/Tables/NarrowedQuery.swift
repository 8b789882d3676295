/// The part of a query that a store of tables can evaluate: a selection of sufficient rows.
package struct NarrowedQuery {
    package private(set) var selection = RowSelection.all
    package private(set) var order: [RowRequest.Order] = []
    package private(set) var limit: Int?

    package init(_ query: Query) {
        guard let condition = query.condition else {
            narrow(to: query)
            return
        }
        // A row that makes the condition fail is to be found, too.
        guard !condition.canFail, let (selection, isExact) = condition.selection(query.entity) else { return }
        self.selection = selection
        if isExact { narrow(to: query) }
    }

    private mutating func narrow(to query: Query) {
        guard let limit = query.limit else { return }
        var plain: [RowRequest.Order] = []
        for order in query.order {
            guard let column = order.plainColumn(in: query.entity) else { return }
            plain.append(RowRequest.Order(column: column, isAscending: order.isAscending))
        }
        order = plain
        self.limit = max(0, limit).adding(max(0, query.offset))
    }
}

extension QueryOrder {
    /// The column of the row's own that it is by, as Swift orders its values; nil where it is another order.
    fileprivate func plainColumn(in entity: EntitySchema) -> Int? {
        guard path.isEmpty, let attribute else { return nil }
        return textOrder == .swift || entity.attributes[attribute].type != .string ? attribute : nil
    }
}

extension QueryExpression {
    /// A superset of the rows of which the condition holds, and whether it is exact; nil where none can be found.
    fileprivate func selection(_ entity: EntitySchema) -> (RowSelection, isExact: Bool)? {
        switch node {
        case .compare(let comparison, let left, let right):
            if let value = right.constant { return left.selection(comparison, value, entity) }
            if let value = left.constant { return right.selection(comparison.mirrored, value, entity) }
            return nil
        case .isOneOf(let element, let values): return element.selection(values)
        case .and(let left, let right):
            switch (left.selection(entity), right.selection(entity)) {
            case (let left?, let right?): return (.both(left.0, right.0), left.isExact && right.isExact)
            case (let one?, nil), (nil, let one?): return (one.0, false)
            case (nil, nil): return nil
            }
        case .or(let left, let right):
            guard let left = left.selection(entity), let right = right.selection(entity) else { return nil }
            return (.either(left.0, right.0), left.isExact && right.isExact)
        default: return nil
        }
    }

    private func selection(
        _ comparison: Comparison, _ value: StoredValue, _ entity: EntitySchema
    ) -> (RowSelection, isExact: Bool)? {
        if comparison == .equal { return selection([value]) }
        guard case .attribute(let column, of: .fetched) = node, !value.isNull, !isOptional else { return nil }
        let orEqual = comparison == .lessOrEqual || comparison == .greaterOrEqual
        let isLess = comparison == .less || comparison == .lessOrEqual
        return isLess
            ? (.less(than: value, orEqual: orEqual, column: column), true)
            : (.greater(than: value, orEqual: orEqual, column: column), true)
    }

    private func selection(_ values: [StoredValue]) -> (RowSelection, isExact: Bool)? {
        switch node {
        case .objectID(of: .fetched):
            let numbers = values.compactMap { if case .integer(let number) = $0 { number } else { nil } }
            return (.numbers(Set(numbers)), true)
        // The blob that stands for NaN equals nothing.
        case .attribute(let column, of: .fetched) where !(type.isFloating && values.contains(where: \.isNaN)):
            return (.values(Set(values), column: column), true)
        default: return nil
        }
    }
}

extension QueryExpression.Comparison {
    /// The comparison with its sides exchanged.
    fileprivate var mirrored: QueryExpression.Comparison {
        switch self {
        case .equal: .equal
        case .less: .greater
        case .lessOrEqual: .greaterOrEqual
        case .greater: .less
        case .greaterOrEqual: .lessOrEqual
        }
    }
}

extension RowSelection {
    /// The selection with other indexes of columns.
    package func inColumns(_ columns: [Int]) -> RowSelection {
        switch self {
        case .all, .numbers: self
        case .values(let values, let column): .values(values, column: columns[column])
        case .less(let value, let orEqual, let column):
            .less(than: value, orEqual: orEqual, column: columns[column])
        case .greater(let value, let orEqual, let column):
            .greater(than: value, orEqual: orEqual, column: columns[column])
        case .both(let left, let right): .both(left.inColumns(columns), right.inColumns(columns))
        case .either(let left, let right): .either(left.inColumns(columns), right.inColumns(columns))
        }
    }
}
