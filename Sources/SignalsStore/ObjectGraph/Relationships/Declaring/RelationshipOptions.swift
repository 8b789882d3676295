/// The rules of a save for a relationship, and its former names.
///
/// Several are given as a list: `@Relationship([.required, .renamed(from: "holder")]) var owner: Person?`.
public struct RelationshipOptions: Sendable, Hashable, ExpressibleByArrayLiteral {
    @usableFromInline var isRequired = false
    /// The names that the relationship had, the latest first.
    @usableFromInline var formerNames: [String] = []

    /// All of these options.
    @inlinable
    public init(arrayLiteral options: RelationshipOptions...) {
        for option in options {
            isRequired = isRequired || option.isRequired
            formerNames += option.formerNames
        }
    }

    /// A save fails with `SaveError.Reason.relationshipMissing` if an object that it inserts or changes has no object
    /// at the other end; if one that it deletes would leave a to-one without; or if what it deletes, or moves away, was
    /// the last of a to-many, whether that was read or not. A batch deletion fails where it would leave a to-one without.
    ///
    /// Nothing else checks it: a to-many without an inverse whose owner is not in the context is taken to have further
    /// members, and so is one whose members a ``BatchDeleteRequest`` deletes. A ``BatchInsertRequest`` inserts objects
    /// without relationships, a migration to a model in which a relationship has become required leaves objects without one
    /// as they are, and ``PersistentContainer/integrityCheck()`` does not look for them. The next save that changes such an
    /// object fails unless it sets the relationship.
    ///
    /// The property stays optional in Swift, since an object is made before it is related to another.
    @inlinable public static var required: RelationshipOptions {
        var options: RelationshipOptions = []
        options.isRequired = true
        return options
    }

    /// The relationship had other names: opening a store that has the former name and not the present one takes over
    /// what it refers to, in its order if it has one. Core Data's `renamingIdentifier`.
    ///
    /// A relationship to many whose inverse refers to one is stored as that inverse, so it may be renamed without this
    /// option.
    ///
    /// - Parameter names: the former names of the relationship, the latest first, so that a store of any age can be
    ///   opened.
    @inlinable
    public static func renamed(from names: String...) -> RelationshipOptions {
        var options: RelationshipOptions = []
        options.formerNames = names
        return options
    }
}
