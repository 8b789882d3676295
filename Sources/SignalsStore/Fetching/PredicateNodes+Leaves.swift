import Foundation

extension PredicateExpressions.Variable: TranslatableNode {
    func translated(by translator: PredicateTranslator) throws -> QueryExpression {
        guard case .value(let value) = translator.scope[key] else {
            throw translator.failure(self, "an object is no value; compare its objectID")
        }
        return value
    }
}

extension PredicateExpressions.Value: TranslatableNode {
    func translated(by translator: PredicateTranslator) throws -> QueryExpression {
        if let id = value as? any ObjectIDProtocol {
            // No object has the number 0, so that an ID of another store is found nowhere.
            let number = id.store == translator.store ? id.number : 0
            return QueryExpression(.value(.integer(number)), .integer64)
        }
        guard let attribute = value as? any AttributeValue else {
            throw translator.failure(self, "\(Output.self) is no type that an attribute can have")
        }
        let type = Swift.type(of: attribute)
        return QueryExpression(
            .value(try attribute.storedValue()), type.attributeType, isOptional: type.isOptional)
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
        let text = try translator.translate(root)
        switch keyPath as AnyKeyPath {
        case \String.isEmpty:
            return .boolean(.compare(.equal, text, QueryExpression(.value(.text("")), .string)))
        case \String.count: return QueryExpression(.characterCount(text), .integer64)
        default: throw translator.failure(self, "only attributes of the fetched object have a translation")
        }
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
