import Foundation

// A column has one type, so that a cast can only distinguish nil from a value.

extension PredicateExpressions.ConditionalCast: TranslatableNode {
    func translated(by translator: PredicateTranslator) throws -> QueryExpression {
        let value = try translator.translate(input, castTo: Desired.self, from: Input.Output.self, in: self)
        return QueryExpression(value.node, value.type, isOptional: true)
    }
}

extension PredicateExpressions.ForceCast: TranslatableNode {
    func translated(by translator: PredicateTranslator) throws -> QueryExpression {
        let value = try translator.translate(input, castTo: Desired.self, from: Input.Output.self, in: self)
        if Desired.self == Input.Output.self { return value }
        return QueryExpression(.unwrap(value), value.type)
    }
}

extension PredicateExpressions.TypeCheck: TranslatableNode {
    func translated(by translator: PredicateTranslator) throws -> QueryExpression {
        let value = try translator.translate(input, castTo: Desired.self, from: Input.Output.self, in: self)
        if Desired.self == Input.Output.self { return .boolean(.value(.integer(1))) }
        let missing = QueryExpression(.value(.null), value.type, isOptional: true)
        return .boolean(.not(.boolean(.compare(.equal, value, missing))))
    }
}

extension PredicateTranslator {
    fileprivate func translate<Desired>(
        _ input: Any, castTo desired: Desired.Type, from type: Any.Type, in node: Any
    ) throws -> QueryExpression {
        guard type == desired || type == Desired?.self else {
            guard desired is ManagedObject.Type else {
                throw failure(node, "a \(type) in a store is never a \(desired)")
            }
            throw failure(node, "a store finds the objects of one class: fetch \(desired) instead of \(type)")
        }
        return try translate(input)
    }
}
