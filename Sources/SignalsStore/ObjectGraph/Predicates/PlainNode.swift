import Foundation

/// A node whose own type determines the translation of all nodes below it: comparisons of an object's properties with
/// values, and their conjunctions and the like.
///
/// Most predicates are nothing else, and are translated without asking any node below the first what it conforms to,
/// which takes several times as long as the rest. The translation is that of `TranslatableNode`.
protocol PlainNode {
    func translatedPlainly(by translator: PredicateTranslator) throws -> QueryExpression
}

extension PredicateExpressions.Value: PlainNode where Output: AttributeValue {
    func translatedPlainly(by translator: PredicateTranslator) throws -> QueryExpression {
        QueryExpression(.value(try value.storedValue()), Output.attributeType, isOptional: Output.isOptional)
    }
}

extension PredicateExpressions.NilLiteral: PlainNode {
    func translatedPlainly(by translator: PredicateTranslator) throws -> QueryExpression {
        try translated(by: translator)
    }
}

extension PredicateExpressions.KeyPath: PlainNode where Root: VariableNode {
    func translatedPlainly(by translator: PredicateTranslator) throws -> QueryExpression {
        guard case .row(let row, let entity) = translator.scope[root.variable] else {
            return try translated(by: translator)
        }
        let column = entity.columnsOfPredicates.column(of: keyPath) { keyPath in
            if case .attribute(let column) = entity.target(of: keyPath) { column } else { nil }
        }
        guard let column else { return try translator.attribute(at: keyPath, of: row, entity, in: self) }
        return translator.attribute(column, of: row, entity)
    }
}

extension PredicateExpressions.Equal: PlainNode where LHS: PlainNode, RHS: PlainNode, LHS.Output: AttributeValue {
    func translatedPlainly(by translator: PredicateTranslator) throws -> QueryExpression {
        // This call throws an error that names the problem.
        if LHS.Output.attributeType == .codable { return try translated(by: translator) }
        let left = try lhs.translatedPlainly(by: translator)
        return .boolean(.compare(.equal, left, try rhs.translatedPlainly(by: translator)))
    }
}

extension PredicateExpressions.NotEqual: PlainNode where LHS: PlainNode, RHS: PlainNode, LHS.Output: AttributeValue {
    func translatedPlainly(by translator: PredicateTranslator) throws -> QueryExpression {
        if LHS.Output.attributeType == .codable { return try translated(by: translator) }
        let left = try lhs.translatedPlainly(by: translator)
        return .boolean(.not(.boolean(.compare(.equal, left, try rhs.translatedPlainly(by: translator)))))
    }
}

extension PredicateExpressions.Comparison: PlainNode where LHS: PlainNode, RHS: PlainNode {
    func translatedPlainly(by translator: PredicateTranslator) throws -> QueryExpression {
        let left = try lhs.translatedPlainly(by: translator)
        return try compare(left, try rhs.translatedPlainly(by: translator), by: translator)
    }
}

extension PredicateExpressions.Conjunction: PlainNode where LHS: PlainNode, RHS: PlainNode {
    func translatedPlainly(by translator: PredicateTranslator) throws -> QueryExpression {
        .boolean(.and(try lhs.translatedPlainly(by: translator), try rhs.translatedPlainly(by: translator)))
    }
}

extension PredicateExpressions.Disjunction: PlainNode where LHS: PlainNode, RHS: PlainNode {
    func translatedPlainly(by translator: PredicateTranslator) throws -> QueryExpression {
        .boolean(.or(try lhs.translatedPlainly(by: translator), try rhs.translatedPlainly(by: translator)))
    }
}

extension PredicateExpressions.Negation: PlainNode where Wrapped: PlainNode {
    func translatedPlainly(by translator: PredicateTranslator) throws -> QueryExpression {
        .boolean(.not(try wrapped.translatedPlainly(by: translator)))
    }
}
