import Foundation

extension PredicateExpressions.Variable: TranslatableNode {
    func translated(by translator: PredicateTranslator) throws -> QueryExpression {
        switch translator.scope[key] {
        case .value(let value): return value
        case .constant: return try translator.storedValue(of: translator.scope.constants[self] as Any, in: self)
        case .row, nil: throw translator.failure(self, "an object is no value; compare its objectID")
        }
    }
}

extension PredicateExpressions.Value: TranslatableNode {
    func translated(by translator: PredicateTranslator) throws -> QueryExpression {
        try translator.storedValue(of: value, in: self)
    }
}

extension PredicateExpressions.NilLiteral: TranslatableNode {
    func translated(by translator: PredicateTranslator) throws -> QueryExpression {
        let type = (Wrapped.self as? any AttributeValue.Type)?.attributeType ?? .codable
        return QueryExpression(.value(.null), type, isOptional: true)
    }
}

extension PredicateExpressions.KeyPath: TranslatableNode {
    func translated(by translator: PredicateTranslator) throws -> QueryExpression {
        if let root = root as? any VariableNode, case .row(let row, let entity) = translator.scope[root.variable] {
            return try translator.attribute(at: keyPath, of: row, entity, in: self)
        }
        if let value = try translator.constant(self) { return try translator.storedValue(of: value, in: self) }
        return try translator.property(keyPath, of: root, Root.Output.self, in: self)
    }
}

extension PredicateTranslator {
    fileprivate func attribute(
        at keyPath: AnyKeyPath, of row: QueryRow, _ entity: EntityDescription, in node: Any
    ) throws -> QueryExpression {
        switch entity.target(of: keyPath) {
        case .objectID: return QueryExpression(.objectID(of: row), .integer64)
        case .attribute(let index):
            let attribute = entity.attributes[index]
            return QueryExpression(.attribute(index, of: row), attribute.type, isOptional: attribute.isOptional)
        case .relationship, .related, nil: throw failure(node, "it is not a stored attribute of \(entity.name)")
        }
    }
}

// What can be asked of a value.
extension PredicateTranslator {
    fileprivate func property(
        _ keyPath: AnyKeyPath, of root: Any, _ type: Any.Type, in node: Any
    ) throws -> QueryExpression {
        let value = try translate(root)
        switch keyPath {
        case \String.isEmpty: return .boolean(.compare(.equal, value, QueryExpression(.value(.text("")), .string)))
        case \Data.isEmpty: return .boolean(.compare(.equal, value, QueryExpression(.value(.blob(Data())), .data)))
        case \String.count, \Data.count: return QueryExpression(.count(value), .integer64)
        case \Date.timeIntervalSinceReferenceDate: return QueryExpression(value.node, .double)
        case \Date.timeIntervalSince1970:
            let seconds = QueryExpression(.value(.real(Date.timeIntervalBetween1970AndReferenceDate)), .double)
            return QueryExpression(.arithmetic(.add, QueryExpression(value.node, .double), seconds), .double)
        default: break
        }
        throw failure(node, "\(type) has no such property that a store could look at")
    }
}
