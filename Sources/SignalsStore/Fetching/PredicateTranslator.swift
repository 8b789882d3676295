import Foundation

/// Turns a `Predicate` on managed objects into a condition that a store can check, or says why there is none.
///
/// The nodes of a predicate are public types; each that can be translated conforms to `TranslatableNode`.
struct PredicateTranslator {
    let store: UUID
    let scope: PredicateScope

    /// - Parameters:
    ///   - entity: what is fetched.
    ///   - store: where from; object IDs of other stores are found nowhere.
    static func condition<Object>(
        _ predicate: Predicate<Object>, _ entity: EntityDescription, store: UUID
    ) throws -> QueryExpression {
        let scope = PredicateScope(object: predicate.variable.key, of: entity)
        return try PredicateTranslator(store: store, scope: scope).translate(predicate.expression)
    }

    /// The translation of a node.
    func translate(_ node: Any) throws -> QueryExpression {
        guard let node = node as? any TranslatableNode else {
            throw failure(node, "this kind of expression has no translation")
        }
        return try node.translated(by: self)
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

    /// The type, when a store orders its values as Swift does.
    func requireOrder(of type: Any.Type, in node: Any) throws {
        guard let type = type as? any AttributeValue.Type, StandardOrder.isKept(of: type) else {
            throw failure(node, "\(type) has an order of its own, which the store does not know")
        }
    }
}

/// A node of a predicate that has a translation.
protocol TranslatableNode {
    func translated(by translator: PredicateTranslator) throws -> QueryExpression
}
