/// An object in a predicate: a row that something refers to.
struct ObjectReference {
    /// Its number, or nil for none.
    let number: QueryExpression
    let entity: EntityDescription
}
