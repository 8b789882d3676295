/// A relationship as its class declares it, before the other end is known.
struct RelationshipShape {
    let name: String
    /// The place among the relationships of the class, which its subclasses keep.
    let index: Int
    let access: any RelationshipAccess.Type
    let declaration: RelationshipDeclaration
    /// Where the wrapper lies in an object, in bytes from its start.
    let offset: Int
}

/// A relationship whose other end is known.
struct ResolvedRelationship {
    var storage: RelationshipDescription.Storage
    /// The index of the relationship of the target that leads back.
    var inverse: Int?
    var positionColumn: Int?
}
