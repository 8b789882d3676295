import Foundation

/// The members of a relationship to many in a predicate.
struct MembersReference {
    let owner: QueryExpression
    let relationship: RelationshipDescription
    /// The condition on them; nil for all.
    var filter: (test: Any, variable: PredicateExpressions.VariableID)?
}
