/// An object that a deleted row referred to by a relationship to one whose own rule is to cascade or to deny.
struct OwnedReference {
    let owner: Int64
    let reference: ReferentialRules.Reference
    let target: Int64

    /// Returns the references of a row, by the values that it had in the columns of its references.
    static func all(
        of owner: Int64, _ references: [ReferentialRules.Reference], _ values: [StoredValue]
    ) -> [OwnedReference] {
        zip(references, values).compactMap { reference, value in
            guard case .integer(let target) = value else { return nil }
            return OwnedReference(owner: owner, reference: reference, target: target)
        }
    }
}
