/// A node of a predicate that has a translation.
protocol TranslatableNode {
    func translated(by translator: PredicateTranslator) throws -> QueryExpression
}
