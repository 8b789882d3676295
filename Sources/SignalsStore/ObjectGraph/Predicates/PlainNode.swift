import Foundation

/// A node whose own type determines the translation of all nodes below it: comparisons of an object's properties with
/// values, and their conjunctions and the like.
///
/// Most predicates are nothing else, and are translated without asking any node below the first what it conforms to,
/// which takes several times as long as the rest. The translation is that of `TranslatableNode`, folded as there.
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
        return QueryExpression.boolean(.compare(.equal, left, try rhs.translatedPlainly(by: translator))).folded
    }
}

extension PredicateExpressions.NotEqual: PlainNode where LHS: PlainNode, RHS: PlainNode, LHS.Output: AttributeValue {
    func translatedPlainly(by translator: PredicateTranslator) throws -> QueryExpression {
        if LHS.Output.attributeType == .codable { return try translated(by: translator) }
        let left = try lhs.translatedPlainly(by: translator)
        let equal = QueryExpression.boolean(.compare(.equal, left, try rhs.translatedPlainly(by: translator)))
        return QueryExpression.boolean(.not(equal)).folded
    }
}

extension PredicateExpressions.Comparison: PlainNode where LHS: PlainNode, RHS: PlainNode {
    func translatedPlainly(by translator: PredicateTranslator) throws -> QueryExpression {
        let left = try lhs.translatedPlainly(by: translator)
        return try compare(left, try rhs.translatedPlainly(by: translator), by: translator).folded
    }
}

extension PredicateExpressions.Conjunction: PlainNode where LHS: PlainNode, RHS: PlainNode {
    func translatedPlainly(by translator: PredicateTranslator) throws -> QueryExpression {
        let left = try lhs.translatedPlainly(by: translator)
        return QueryExpression.boolean(.and(left, try rhs.translatedPlainly(by: translator))).folded
    }
}

extension PredicateExpressions.Disjunction: PlainNode where LHS: PlainNode, RHS: PlainNode {
    func translatedPlainly(by translator: PredicateTranslator) throws -> QueryExpression {
        let left = try lhs.translatedPlainly(by: translator)
        return QueryExpression.boolean(.or(left, try rhs.translatedPlainly(by: translator))).folded
    }
}

extension PredicateExpressions.Negation: PlainNode where Wrapped: PlainNode {
    func translatedPlainly(by translator: PredicateTranslator) throws -> QueryExpression {
        QueryExpression.boolean(.not(try wrapped.translatedPlainly(by: translator))).folded
    }
}
