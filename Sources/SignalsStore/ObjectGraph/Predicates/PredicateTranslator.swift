import Foundation

/// The translator of a `Predicate` on managed objects into a condition that a store can check, or into the reason why
/// there is none.
///
/// The nodes of a predicate are public types; each that can be translated conforms to `TranslatableNode`.
struct PredicateTranslator {
    let store: StoreNumbers
    let scope: PredicateScope

    /// - Parameters:
    ///   - entity: the entity of the objects.
    ///   - store: where from; object IDs of other stores are found nowhere.
    static func condition<Object>(
        _ predicate: Predicate<Object>, _ entity: EntityDescription, store: StoreNumbers
    ) throws -> QueryExpression {
        let scope = PredicateScope(object: predicate.variable.key, of: entity)
        let translator = PredicateTranslator(store: store, scope: scope)
        if let plain = predicate.expression as? any PlainNode { return try plain.translatedPlainly(by: translator) }
        return try translator.translate(predicate.expression)
    }

    /// The translation of a node.
    func translate(_ node: Any) throws -> QueryExpression {
        if let node = node as? any TranslatableNode { return try node.translated(by: self).folded }
        guard let value = try constant(node) else {
            throw failure(node, "this kind of expression has no translation")
        }
        return try storedValue(of: value, in: node)
    }

    /// The value of a node that is the same for every object; nil when it depends on the object.
    func constant(_ node: Any) throws -> Any? {
        guard let node = node as? any PredicateExpression else { return nil }
        // A predicate's own error says that the object is missing. Which of its errors it is cannot be asked: comparing
        // two of them never ends in Foundation 6.3.
        do { return try node.evaluate(scope.constants) } catch is PredicateError { return nil }
    }

    /// The translation of a node in which a variable has a meaning.
    func translate(
        _ node: Any, where variable: PredicateExpressions.VariableID, is meaning: PredicateScope.Meaning
    ) throws -> QueryExpression {
        try PredicateTranslator(store: store, scope: scope.adding(variable, meaning)).translate(node)
    }

    func failure(_ node: Any, _ reason: String) -> FetchError {
        .untranslatable(expression: PredicatePrinter(scope: scope).print(node), reason: reason)
    }

    /// The values of an attribute's type that a store can look for.
    func storedValue(of value: Any, in node: Any) throws -> QueryExpression {
        switch value {
        // The commonest types first: a check of a type's conformances takes longer than all the rest.
        case let number as Int where type(of: value) == Int.self:
            return QueryExpression(.value(number.storedValue()), Int.attributeType)
        case let text as String where type(of: value) == String.self:
            return QueryExpression(.value(text.storedValue()), String.attributeType)
        case let id as any ObjectIDProtocol:
            // No object has the number 0, so that an ID of another store is found nowhere.
            return QueryExpression(.value(.integer(store.number(of: id) ?? -1)), .integer64)
        case let value as any AttributeValue:
            let type = type(of: value)
            return QueryExpression(.value(try value.storedValue()), type.attributeType, isOptional: type.isOptional)
        case let order as ComparisonResult:
            return QueryExpression(.value(.integer(Int64(order.rawValue))), .integer64)
        default:
            throw failure(
                node,
                "\(type(of: value)) is not a type that an attribute can have. Compare with the stored form of the value"
            )
        }
    }

    /// Makes sure that a store orders the values of a type as Swift does.
    ///
    /// - Throws: `FetchError.untranslatable`.
    func requireOrder(of type: Any.Type, in node: Any) throws {
        if !StandardOrder.isKept(of: type) { throw disorder(of: type, in: node) }
    }

    func disorder(of type: Any.Type, in node: Any) -> FetchError {
        failure(
            node, "\(type) has an order of its own, which the store does not know. Keep what orders it as an attribute")
    }
}
