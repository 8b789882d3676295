import Foundation

/// Evaluates a condition on an object as a store evaluates it on the object's row.
struct ObjectEvaluation {
    let object: ManagedObject

    /// Whether the condition holds.
    ///
    /// - Throws: `FetchError.evaluation`.
    func holds(_ condition: QueryExpression) throws -> Bool {
        switch condition.node {
        case .and(let left, let right): return try holds(left) && holds(right)
        case .or(let left, let right): return try holds(left) || holds(right)
        case .not(let inner): return try !holds(inner)
        case .compare(let comparison, let left, let right):
            return StoredComparison(left.type).holds(comparison, try value(left), try value(right))
        case .isOneOf(let element, let values):
            let value = try value(element)
            return values.contains { StoredComparison(element.type).holds(.equal, value, $0) }
        case .text(let test, let left, let right):
            return try RowComputation.text(.text(test.rawValue), value(left), value(right)) == .integer(1)
        default: return try value(condition) == .integer(1)
        }
    }

    private func value(_ expression: QueryExpression) throws -> StoredValue {
        switch expression.node {
        case .value(let value): return value
        case .objectID(of: .fetched): return .integer(object.number)
        case .attribute(let index, of: .fetched): return try object.entity.attributes[index].storedValue(in: object)
        default: throw FetchError.evaluation(reason: "this condition cannot be checked on an object with changes")
        }
    }
}

/// Compares values as their types do: nil equals nil, NaN equals nothing, texts are equal when they look alike.
struct StoredComparison {
    private let type: AttributeType

    init(_ type: AttributeType) { self.type = type }

    func holds(_ comparison: QueryExpression.Comparison, _ left: StoredValue, _ right: StoredValue) -> Bool {
        if left.isNull || right.isNull { return comparison == .equal && left.isNull && right.isNull }
        switch type {
        case .string: return compare(String.self, comparison, left, right)
        case .decimal: return compare(Decimal.self, comparison, left, right)
        case .double, .date: return compare(Double.self, comparison, left, right)
        case .float: return compare(Float.self, comparison, left, right)
        case .unsigned64: return compare(UInt64.self, comparison, left, right)
        case .uuid: return compare(UUID.self, comparison, left, right)
        case .url, .data, .codable: return comparison == .equal && left == right
        default: return compare(Int64.self, comparison, left, right)
        }
    }

    private func compare<Value: AttributeValue & Comparable>(
        _: Value.Type, _ comparison: QueryExpression.Comparison, _ left: StoredValue, _ right: StoredValue
    ) -> Bool {
        guard let left = try? Value(storedValue: left), let right = try? Value(storedValue: right) else { return false }
        return switch comparison {
        case .equal: left == right
        case .less: left < right
        case .lessOrEqual: left <= right
        case .greater: left > right
        case .greaterOrEqual: left >= right
        }
    }
}
