import Foundation

/// An object in a predicate: a row that something refers to.
struct ObjectReference {
    /// Its number, or nil for none.
    let number: QueryExpression
    let entity: EntityDescription
}

/// The members of a relationship to many in a predicate.
struct MembersReference {
    let owner: QueryExpression
    let relationship: RelationshipDescription
    /// The condition on them; nil for all.
    var filter: (test: Any, variable: PredicateExpressions.VariableID)?
}
