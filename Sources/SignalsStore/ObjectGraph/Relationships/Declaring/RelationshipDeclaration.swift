/// The declaration of a relationship in a class.
struct RelationshipDeclaration {
    let inverse: AnyKeyPath?
    let deleteRule: DeleteRule
    let isRequired: Bool
    /// The names that it had before, the latest first.
    let formerNames: [String]
}
