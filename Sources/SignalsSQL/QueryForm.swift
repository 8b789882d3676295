import SignalsStoreCore

/// The form of a query for rows: all that the text of its statement depends on, without the values that are bound to it.
/// Queries of one form run one statement, which is written and prepared once.
///
/// It covers only the forms of which programs run many queries: columns compared with values, one row's own. Of any
/// other query the statement is written each time.
package struct QueryForm {
    private enum Part: Hashable {
        case column(Int?, AttributeType, isOptional: Bool)
        case value(AttributeType, isOptional: Bool)
        case compare(QueryExpression.Comparison)
        /// The column that follows is compared with a Boolean, which is written and not bound.
        case isBoolean(Bool)
        case isOneOf(count: Int)
        case not
        case and(count: Int)
        case order(Int, isAscending: Bool)
        case slice
    }

    /// The greatest number of values of a list that makes a form.
    private static let greatestCount = 16
    private let entity: EntitySchema
    private var parts: ContiguousArray<Part> = []
    /// The values, in the order in which `QueryGenerator` binds them.
    package private(set) var bindings: [StoredValue] = []

    /// Returns nil for a query that has none of these forms.
    package init?(_ query: Query, _ dialect: some SQLDialect) {
        guard query.entity.subentities.isEmpty else { return nil }
        entity = query.entity
        // Of most: one comparison, and a limit.
        parts.reserveCapacity(6)
        bindings.reserveCapacity(3)
        if let condition = query.condition, !add(condition) { return nil }
        for order in query.order {
            guard order.path.isEmpty, order.textOrder == .swift, let attribute = order.attribute else { return nil }
            parts.append(.order(attribute, isAscending: order.isAscending))
        }
        guard query.limit != nil || query.offset > 0 else { return }
        parts.append(.slice)
        bindings.append(query.limit.map { .integer(Int64($0)) } ?? dialect.noLimit)
        bindings.append(.integer(Int64(query.offset)))
    }

    /// Adds a condition; false where it makes no form.
    private mutating func add(_ condition: QueryExpression) -> Bool {
        if let (column, value) = condition.columnComparedWithBoolean {
            parts.append(.isBoolean(value))
            return addColumn(column)
        }
        switch condition.node {
        case .attribute: return addColumn(condition)
        case .not(let inner):
            parts.append(.not)
            return add(inner)
        case .and:
            let terms = condition.terms
            parts.append(.and(count: terms.count))
            return terms.allSatisfy { add($0) }
        case .compare(let comparison, let left, let right):
            parts.append(.compare(comparison))
            return addOperand(left) && addOperand(right)
        case .isOneOf(let element, let values):
            guard values.count <= Self.greatestCount else { return false }
            parts.append(.isOneOf(count: values.count))
            return addColumn(element) && values.allSatisfy { addBinding($0, element.type) }
        default: return false
        }
    }

    private mutating func addOperand(_ expression: QueryExpression) -> Bool {
        guard case .value(let value) = expression.node else { return addColumn(expression) }
        parts.append(.value(expression.type, isOptional: expression.isOptional))
        return addBinding(value, expression.type)
    }

    private mutating func addColumn(_ expression: QueryExpression) -> Bool {
        guard let column = expression.column, column.row == .fetched else { return false }
        parts.append(.column(column.attribute, expression.type, isOptional: expression.isOptional))
        return true
    }

    // Nil and NaN are written in other words.
    private mutating func addBinding(_ value: StoredValue, _ type: AttributeType) -> Bool {
        if value.isNull { return false }
        if case .blob = value, type.isFloating { return false }
        bindings.append(type.compared(value))
        return true
    }
}

extension QueryForm: Hashable {
    package static func == (one: QueryForm, other: QueryForm) -> Bool {
        one.entity.isSame(as: other.entity) && one.parts == other.parts
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(entity.identity)
        hasher.combine(parts)
    }
}
