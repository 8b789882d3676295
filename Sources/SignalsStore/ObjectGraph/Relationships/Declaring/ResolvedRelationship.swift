/// A relationship whose other end is known.
struct ResolvedRelationship {
    var storage: RelationshipDescription.Storage
    /// The index of the inverse among the target's relationships.
    var inverse: Int?
    var positionColumn: Int?
}
