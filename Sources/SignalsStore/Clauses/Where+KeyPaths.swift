import Foundation

/// Objects whose attribute has a value, such as `Where(\.name == "Jane Smith")`.
public func == <Object: ManagedObject, Value: AttributeValue & Codable & Equatable>(
    keyPath: any KeyPath<Object, Value> & Sendable, value: Value
) -> Where<Object> {
    Where(
        Predicate {
            PredicateExpressions.build_Equal(
                lhs: attribute($0, keyPath), rhs: PredicateExpressions.build_Arg(value))
        })
}

/// Objects whose attribute has another value, such as `Where(\.name != "Jane Smith")`.
public func != <Object: ManagedObject, Value: AttributeValue & Codable & Equatable>(
    keyPath: any KeyPath<Object, Value> & Sendable, value: Value
) -> Where<Object> {
    !(keyPath == value)
}

/// Objects whose attribute is less than a value, such as `Where(\.age < 30)`.
public func < <Object: ManagedObject, Value: AttributeValue & Codable & Comparable>(
    keyPath: any KeyPath<Object, Value> & Sendable, value: Value
) -> Where<Object> {
    Where(
        Predicate {
            PredicateExpressions.build_Comparison(
                lhs: attribute($0, keyPath), rhs: PredicateExpressions.build_Arg(value), op: .lessThan)
        })
}

/// Objects whose attribute is a value or less, such as `Where(\.age <= 30)`.
public func <= <Object: ManagedObject, Value: AttributeValue & Codable & Comparable>(
    keyPath: any KeyPath<Object, Value> & Sendable, value: Value
) -> Where<Object> {
    Where(
        Predicate {
            PredicateExpressions.build_Comparison(
                lhs: attribute($0, keyPath), rhs: PredicateExpressions.build_Arg(value), op: .lessThanOrEqual)
        })
}

/// Objects whose attribute is greater than a value, such as `Where(\.age > 30)`.
public func > <Object: ManagedObject, Value: AttributeValue & Codable & Comparable>(
    keyPath: any KeyPath<Object, Value> & Sendable, value: Value
) -> Where<Object> {
    Where(
        Predicate {
            PredicateExpressions.build_Comparison(
                lhs: attribute($0, keyPath), rhs: PredicateExpressions.build_Arg(value), op: .greaterThan)
        })
}

/// Objects whose attribute is a value or greater, such as `Where(\.age >= 30)`.
public func >= <Object: ManagedObject, Value: AttributeValue & Codable & Comparable>(
    keyPath: any KeyPath<Object, Value> & Sendable, value: Value
) -> Where<Object> {
    Where(
        Predicate {
            PredicateExpressions.build_Comparison(
                lhs: attribute($0, keyPath), rhs: PredicateExpressions.build_Arg(value), op: .greaterThanOrEqual)
        })
}

private func attribute<Object: ManagedObject, Value>(
    _ object: PredicateExpressions.Variable<Object>, _ keyPath: any KeyPath<Object, Value> & Sendable
) -> PredicateExpressions.KeyPath<PredicateExpressions.Variable<Object>, Value> {
    PredicateExpressions.build_KeyPath(root: object, keyPath: keyPath)
}
