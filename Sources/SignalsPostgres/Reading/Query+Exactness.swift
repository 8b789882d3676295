import SignalsStoreCore

extension Query {
    /// True if the server finds the same rows in the same order as Swift. Other queries are judged here.
    var isExact: Bool { condition?.isExact ?? true && isOrderExact }

    /// True if the server sorts the rows as Swift does.
    var isOrderExact: Bool {
        order.allSatisfy { order in
            order.attribute != nil && (order.type(in: entity) != .string || order.textOrder == .swift)
        }
    }

    /// The query without its order, limit and offset.
    var withoutLimit: Query {
        var query = Query(entity: entity)
        query.condition = condition
        return query
    }
}

extension QueryExpression {
    /// True where the server computes the same as Swift. It has no characters but bytes, stops at an infinity where Swift
    /// goes on, and has more digits than a Decimal.
    var isExact: Bool {
        if type == .decimal { return false }
        return switch node {
        case .objectID, .attribute, .value: true
        case .text, .matches, .count, .arithmetic, .unwrap: false
        case .compare(_, let left, let right), .coalesce(let left, let right), .ifPresent(let left, let right):
            left.isExact && right.isExact
        case .and, .or: terms.allSatisfy(\.isExact)
        case .not(let inner), .isOneOf(let inner, _): inner.isExact
        case .conditional(let test, let yes, let no): test.isExact && yes.isExact && no.isExact
        case .related(let number, _, _, let value): number.isExact && value.isExact
        case .exists(let rows, let condition), .countRows(let rows, let condition):
            rows.owner.isExact && (condition?.isExact ?? true)
        }
    }
}

extension Query {
    /// The row IDs, if the query asks for rows of one table by these alone.
    var onlyNumbers: [StoredValue]? {
        guard case .isOneOf(let value, let numbers)? = condition?.node, case .objectID(of: .fetched) = value.node,
            order.isEmpty, limit == nil, offset == 0, entity.subentities.isEmpty
        else { return nil }
        return numbers
    }
}
