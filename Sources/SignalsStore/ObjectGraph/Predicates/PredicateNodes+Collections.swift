import Foundation

extension PredicateExpressions.SequenceContainsWhere: TranslatableNode {
    func translated(by translator: PredicateTranslator) throws -> QueryExpression {
        if let members = try translator.members(sequence) {
            return try translator.contains(members, where: test, variable.key)
        }
        guard let elements = try translator.constant(sequence) as? LHS.Output else {
            throw translator.failure(self, "only a relationship to many or a captured collection can be searched")
        }
        return .any(try translator.translate(test, forEach: elements, variable, in: self)[...])
    }
}

extension PredicateExpressions.SequenceAllSatisfy: TranslatableNode {
    func translated(by translator: PredicateTranslator) throws -> QueryExpression {
        if let members = try translator.members(sequence) {
            return .boolean(.not(try translator.contains(members, where: test, variable.key, isNegated: true)))
        }
        guard let elements = try translator.constant(sequence) as? LHS.Output else {
            throw translator.failure(self, "only a relationship to many or a captured collection can be searched")
        }
        return .all(try translator.translate(test, forEach: elements, variable, in: self)[...])
    }
}

extension PredicateTranslator {
    /// The translation of a closure for each element of a captured collection.
    fileprivate func translate<Elements: Sequence>(
        _ test: Any, forEach elements: Elements, _ variable: PredicateExpressions.Variable<Elements.Element>,
        in node: Any
    ) throws -> [QueryExpression] {
        let tests = try elements.map { element in
            try PredicateTranslator(store: store, scope: scope.adding(variable, constant: element)).translate(test)
        }
        guard tests.count <= 1000 else {
            throw failure(node, "the collection has more than 1,000 elements. Fetch by parts of it")
        }
        return tests
    }
}

extension QueryExpression {
    /// The condition that any of some conditions holds, checked from the first to the last.
    static func any(_ conditions: ArraySlice<QueryExpression>) -> QueryExpression {
        joined(conditions, nothing: 0) { .boolean(.or($0, $1)) }
    }

    /// The condition that all of some conditions hold, checked from the first to the last.
    static func all(_ conditions: ArraySlice<QueryExpression>) -> QueryExpression {
        joined(conditions, nothing: 1) { .boolean(.and($0, $1)) }
    }

    // In halves, since a database limits how deep an expression is.
    private static func joined(
        _ conditions: ArraySlice<QueryExpression>, nothing: Int64,
        by join: (QueryExpression, QueryExpression) -> QueryExpression
    ) -> QueryExpression {
        guard let first = conditions.first else { return .boolean(.value(.integer(nothing))) }
        if conditions.count == 1 { return first }
        let middle = (conditions.startIndex + conditions.endIndex) / 2
        return join(
            joined(conditions[..<middle], nothing: nothing, by: join),
            joined(conditions[middle...], nothing: nothing, by: join))
    }
}
