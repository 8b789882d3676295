import Foundation

extension PredicateExpressions.Arithmetic: TranslatableNode {
    func translated(by translator: PredicateTranslator) throws -> QueryExpression {
        switch op {
        case .add: try translator.arithmetic(.add, lhs, rhs)
        case .subtract: try translator.arithmetic(.subtract, lhs, rhs)
        case .multiply: try translator.arithmetic(.multiply, lhs, rhs)
        }
    }
}

extension PredicateExpressions.IntDivision: TranslatableNode {
    func translated(by translator: PredicateTranslator) throws -> QueryExpression {
        try translator.arithmetic(.divide, lhs, rhs)
    }
}

extension PredicateExpressions.IntRemainder: TranslatableNode {
    func translated(by translator: PredicateTranslator) throws -> QueryExpression {
        try translator.arithmetic(.remainder, lhs, rhs)
    }
}

extension PredicateExpressions.FloatDivision: TranslatableNode {
    func translated(by translator: PredicateTranslator) throws -> QueryExpression {
        try translator.arithmetic(.divide, lhs, rhs)
    }
}

extension PredicateExpressions.UnaryMinus: TranslatableNode {
    // Times -1 and not 0 minus, which would make 0 of -0.0.
    func translated(by translator: PredicateTranslator) throws -> QueryExpression {
        let value = try translator.translate(wrapped)
        let minusOne: StoredValue =
            switch value.type {
            case .double, .float: .real(-1)
            case .decimal: .text("-1")
            default: .integer(-1)
            }
        return QueryExpression(.arithmetic(.multiply, value, QueryExpression(.value(minusOne), value.type)), value.type)
    }
}

extension PredicateExpressions.CollectionContainsCollection: TranslatableNode {
    func translated(by translator: PredicateTranslator) throws -> QueryExpression {
        try translator.textTest(.contains, base, other, Base.Output.self, Other.Output.self, in: self)
    }
}

extension PredicateExpressions.SequenceStartsWith: TranslatableNode {
    func translated(by translator: PredicateTranslator) throws -> QueryExpression {
        try translator.textTest(.startsWith, base, prefix, Base.Output.self, Prefix.Output.self, in: self)
    }
}

extension PredicateTranslator {
    fileprivate func arithmetic(
        _ operation: QueryExpression.ArithmeticOperation, _ left: Any, _ right: Any
    ) throws -> QueryExpression {
        let left = try translate(left)
        return QueryExpression(.arithmetic(operation, left, try translate(right)), left.type)
    }

    func textTest(
        _ test: QueryExpression.TextTest, _ left: Any, _ right: Any, _ leftType: Any.Type, _ rightType: Any.Type,
        in node: Any
    ) throws -> QueryExpression {
        guard leftType == String.self, rightType == String.self else {
            throw failure(node, "only texts can be searched")
        }
        return .boolean(.text(test, try translate(left), try translate(right)))
    }
}
