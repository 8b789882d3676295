import Foundation

/// The translator of a parsed format string into a store's condition on one entity.
struct FormatTranslator {
    let format: String
    let entity: EntityDescription
    let store: StoreNumbers

    /// - Throws: `PredicateFormatError`.
    func translate(_ node: FormatNode) throws -> QueryExpression {
        switch node {
        case .constant(let value): .boolean(.value(.integer(value ? 1 : 0)))
        case .and(let left, let right): .boolean(.and(try translate(left), try translate(right)))
        case .or(let left, let right): .boolean(.or(try translate(left), try translate(right)))
        case .not(let inner): .boolean(.not(try translate(inner)))
        case .comparison(let comparison): try translate(comparison)
        }
    }

    private func translate(_ comparison: FormatComparison) throws -> QueryExpression {
        guard case .key(let name) = comparison.left.kind else {
            guard case .key = comparison.right.kind, let mirrored = comparison.operation.mirrored else {
                throw failure(comparison.left.position, "the name of an attribute was expected before the operator.")
            }
            var comparison = comparison
            swap(&comparison.left, &comparison.right)
            comparison.operation = mirrored
            return try translate(comparison)
        }
        let key = try key(name, at: comparison.left.position)
        switch comparison.operation {
        case .equal: return try equality(key, comparison)
        case .notEqual: return .boolean(.not(try equality(key, comparison)))
        case .less: return try order(.less, key, comparison.right)
        case .lessOrEqual: return try order(.lessOrEqual, key, comparison.right)
        case .greater: return try order(.greater, key, comparison.right)
        case .greaterOrEqual: return try order(.greaterOrEqual, key, comparison.right)
        case .isIn: return try membership(key, comparison.right)
        case .between: return try between(key, comparison.right)
        case .beginsWith: return try text(.startsWith, anyCase: .startsWithAnyCase, key, comparison)
        case .endsWith: return try text(.endsWith, anyCase: .endsWithAnyCase, key, comparison)
        case .contains: return try text(.contains, anyCase: .containsAnyCase, key, comparison)
        case .like: return try text(.like, anyCase: .likeAnyCase, key, comparison)
        }
    }

    func failure(_ position: Int, _ reason: String) -> PredicateFormatError {
        PredicateFormatError(format: format, position: position, reason: reason)
    }
}

// The meanings of names.
extension FormatTranslator {
    func key(_ name: String, at position: Int) throws -> FormatKey {
        do { return try FormatKey(path: Substring(name), of: entity) } catch { throw failure(position, error.reason) }
    }

    private func operand(_ operand: FormatOperand, comparedWith key: FormatKey) throws -> QueryExpression {
        if case .key(let name) = operand.kind {
            let other = try self.key(name, at: operand.position)
            guard other.type == key.type || other.isID && key.isID else {
                throw failure(
                    operand.position, "\(other.name) is \(other.type.rawValue), \(key.name) is \(key.type.rawValue).")
            }
            return other.expression
        }
        return QueryExpression(.value(try value(operand, of: key)), key.type, isOptional: true)
    }

    func value(_ operand: FormatOperand, of key: FormatKey) throws -> StoredValue {
        do { return try FormatValue(key: key, store: store).stored(operand.kind) } catch let refusal as FormatRefusal {
            throw failure(operand.position, refusal.reason)
        }
    }
}

// The comparisons.
extension FormatTranslator {
    private func equality(_ key: FormatKey, _ comparison: FormatComparison) throws -> QueryExpression {
        if comparison.isCaseInsensitive { return try text(.equalsAnyCase, anyCase: .equalsAnyCase, key, comparison) }
        let other = try operand(comparison.right, comparedWith: key)
        if key.type == .codable, other.constant?.isNull != true {
            throw failure(comparison.position, "\(key.name) is kept as JSON, which can be compared with nil only.")
        }
        return .boolean(.compare(.equal, key.expression, other))
    }

    private func order(
        _ operation: QueryExpression.Comparison, _ key: FormatKey, _ right: FormatOperand
    ) throws -> QueryExpression {
        guard key.isOrdered else {
            throw failure(right.position, "\(key.name) has no order that the store knows.")
        }
        let other = try operand(right, comparedWith: key)
        let comparison = QueryExpression.boolean(.compare(operation, key.expression, other))
        return comparison.whereNotNil(key.expression).whereNotNil(other)
    }

    private func between(_ key: FormatKey, _ right: FormatOperand) throws -> QueryExpression {
        let bounds = try elements(right)
        guard bounds.count == 2 else { throw failure(right.position, "BETWEEN takes two values, as {1, 5}.") }
        return .boolean(.and(try order(.greaterOrEqual, key, bounds[0]), try order(.lessOrEqual, key, bounds[1])))
    }

    private func membership(_ key: FormatKey, _ right: FormatOperand) throws -> QueryExpression {
        guard key.type != .codable else {
            throw failure(right.position, "\(key.name) is kept as JSON, which can be compared with nil only.")
        }
        let values = try elements(right).map { try value($0, of: key) }
        guard values.count <= 30_000 else { throw failure(right.position, "the list has more than 30,000 values.") }
        return .boolean(.isOneOf(key.expression, values))
    }

    private func elements(_ operand: FormatOperand) throws -> [FormatOperand] {
        switch operand.kind {
        case .list(let elements): return elements
        case .value(let values?):
            guard let values = values as? any Sequence, !(values is String) else { break }
            return FormatValue.elements(of: values).map { FormatOperand(kind: .value($0), position: operand.position) }
        default: break
        }
        throw failure(operand.position, "a list was expected: values in braces, or %@ with a collection.")
    }

    private func text(
        _ exact: QueryExpression.TextTest, anyCase: QueryExpression.TextTest, _ key: FormatKey,
        _ comparison: FormatComparison
    ) throws -> QueryExpression {
        guard key.type == .string else {
            throw failure(comparison.position, "\(key.name) is \(key.type.rawValue), and only texts can be searched.")
        }
        let other = try operand(comparison.right, comparedWith: key)
        if other.constant?.isNull == true { throw failure(comparison.right.position, "a text was expected, not nil.") }
        let test = comparison.isCaseInsensitive ? anyCase : exact
        return .boolean(.text(test, key.expression, other)).whereNotNil(key.expression).whereNotNil(other)
    }
}

extension QueryExpression {
    /// The condition, and false where a value that it needs is nil.
    fileprivate func whereNotNil(_ value: QueryExpression) -> QueryExpression {
        if let constant = value.constant { return constant.isNull ? .boolean(.value(.integer(0))) : self }
        guard value.isOptional else { return self }
        let null = QueryExpression(.value(.null), value.type, isOptional: true)
        return .boolean(.and(.boolean(.not(.boolean(.compare(.equal, value, null)))), self))
    }
}
