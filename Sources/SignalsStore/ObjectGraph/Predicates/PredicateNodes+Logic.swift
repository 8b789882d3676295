import Foundation

extension PredicateExpressions.Conjunction: TranslatableNode {
    func translated(by translator: PredicateTranslator) throws -> QueryExpression {
        .boolean(.and(try translator.translate(lhs), try translator.translate(rhs)))
    }
}

extension PredicateExpressions.Disjunction: TranslatableNode {
    func translated(by translator: PredicateTranslator) throws -> QueryExpression {
        .boolean(.or(try translator.translate(lhs), try translator.translate(rhs)))
    }
}

extension PredicateExpressions.Negation: TranslatableNode {
    func translated(by translator: PredicateTranslator) throws -> QueryExpression {
        .boolean(.not(try translator.translate(wrapped)))
    }
}

extension PredicateExpressions.Conditional: TranslatableNode {
    func translated(by translator: PredicateTranslator) throws -> QueryExpression {
        let test = try translator.translate(test)
        let yes = try translator.translate(trueBranch)
        let no = try translator.translate(falseBranch)
        return QueryExpression(.conditional(test, yes, no), yes.type, isOptional: yes.isOptional || no.isOptional)
    }
}

extension PredicateExpressions.NilCoalesce: TranslatableNode {
    func translated(by translator: PredicateTranslator) throws -> QueryExpression {
        let value = try translator.translate(lhs)
        let fallback = try translator.translate(rhs)
        return QueryExpression(.coalesce(value, fallback), fallback.type, isOptional: fallback.isOptional)
    }
}

extension PredicateExpressions.ForcedUnwrap: TranslatableNode {
    func translated(by translator: PredicateTranslator) throws -> QueryExpression {
        let value = try translator.translate(inner)
        return QueryExpression(.unwrap(value), value.type)
    }
}

extension PredicateExpressions.OptionalFlatMap: TranslatableNode {
    func translated(by translator: PredicateTranslator) throws -> QueryExpression {
        if let object = try translator.object(wrapped) {
            return try translator.translate(transform, of: object, variable.key)
        }
        let value = try translator.translate(wrapped)
        let present = QueryExpression(value.node, value.type)
        let result = try translator.translate(transform, where: variable.key, is: .value(present))
        return QueryExpression(.ifPresent(value, result), result.type, isOptional: true)
    }
}
