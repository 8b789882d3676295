import Foundation

extension PredicateExpressions.Equal: TranslatableNode {
    func translated(by translator: PredicateTranslator) throws -> QueryExpression {
        try translator.equality(lhs, rhs, LHS.Output.self, in: self)
    }
}

extension PredicateExpressions.NotEqual: TranslatableNode {
    func translated(by translator: PredicateTranslator) throws -> QueryExpression {
        .boolean(.not(try translator.equality(lhs, rhs, LHS.Output.self, in: self)))
    }
}

extension PredicateExpressions.Comparison: TranslatableNode {
    func translated(by translator: PredicateTranslator) throws -> QueryExpression {
        let left = try translator.translate(lhs)
        return try compare(left, try translator.translate(rhs), by: translator)
    }

    /// Compares the translations of both sides.
    func compare(
        _ left: QueryExpression, _ right: QueryExpression, by translator: PredicateTranslator
    ) throws -> QueryExpression {
        let comparison: QueryExpression.Comparison =
            switch op {
            case .lessThan: .less
            case .lessThanOrEqual: .lessOrEqual
            case .greaterThan: .greater
            case .greaterThanOrEqual: .greaterOrEqual
            }
        if StandardOrder.isKept(of: LHS.Output.self) { return .ordered(comparison, left, right) }
        guard let leftRank = try translator.rank(of: left, LHS.Output.self),
            let rightRank = try translator.rank(of: right, LHS.Output.self)
        else { throw translator.disorder(of: LHS.Output.self, in: self) }
        return .boolean(.compare(comparison, leftRank, rightRank))
    }
}

extension PredicateExpressions.RangeExpressionContains: TranslatableNode {
    func translated(by translator: PredicateTranslator) throws -> QueryExpression {
        try translator.requireOrder(of: Element.Output.self, in: self)
        let element = try translator.translate(element)
        guard let bounds = try translator.bounds(of: range) else {
            throw translator.failure(self, "the bounds of this range are not known")
        }
        let lower = bounds.lower.map { QueryExpression.ordered(.lessOrEqual, $0, element) }
        let upper = bounds.upper.map { QueryExpression.ordered(bounds.isClosed ? .lessOrEqual : .less, element, $0) }
        guard let first = lower ?? upper else { throw translator.failure(self, "the range has no bounds") }
        guard lower != nil, let upper else { return first }
        return .boolean(.and(first, upper))
    }
}

extension PredicateExpressions.SequenceContains: TranslatableNode {
    func translated(by translator: PredicateTranslator) throws -> QueryExpression {
        guard let values = try translator.constant(sequence) as? any Sequence else {
            throw translator.failure(self, "only a captured collection can be searched")
        }
        let element = try translator.translate(element)
        try translator.requireEquality(of: RHS.Output.self, in: self)
        return .boolean(.isOneOf(element, try translator.storedValues(values, in: self)))
    }
}

extension QueryExpression {
    /// A comparison by order. `Date` has no `<=` of its own but negates `<`, so that a date of NaN is `<=` any other.
    fileprivate static func ordered(
        _ comparison: Comparison, _ left: QueryExpression, _ right: QueryExpression
    ) -> QueryExpression {
        switch (left.type, comparison) {
        case (.date, .lessOrEqual): .boolean(.not(.boolean(.compare(.less, right, left))))
        case (.date, .greaterOrEqual): .boolean(.not(.boolean(.compare(.less, left, right))))
        default: .boolean(.compare(comparison, left, right))
        }
    }
}

extension PredicateTranslator {
    fileprivate func equality(_ left: Any, _ right: Any, _ type: Any.Type, in node: Any) throws -> QueryExpression {
        let left = try translate(left)
        let right = try translate(right)
        if left.constant?.isNull != true, right.constant?.isNull != true { try requireEquality(of: type, in: node) }
        return .boolean(.compare(.equal, left, right))
    }

    /// Values that are kept as JSON can be equal and spelt differently.
    fileprivate func requireEquality(of type: Any.Type, in node: Any) throws {
        guard let type = type as? any AttributeValue.Type, type.attributeType == .codable else { return }
        throw failure(
            node,
            "\(type) is kept as JSON, which can be tested for nil only. Keep what is searched for as an attribute")
    }

    fileprivate func storedValues(_ values: any Sequence, in node: Any) throws -> [StoredValue] {
        var stored: [StoredValue] = []
        for value in values { try storedValue(of: value, in: node).constant.map { stored.append($0) } }
        return stored
    }
}
