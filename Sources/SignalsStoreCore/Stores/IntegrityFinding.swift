/// A problem of a store.
public enum IntegrityFinding: Sendable, Hashable {
    /// The file itself is damaged; `reason` is SQLite's description.
    case damage(reason: String)
    /// The store holds a value that the attribute's type does not accept, such as an enum's case that no longer exists.
    case refusedValue(entityName: String, attributeName: String, objectID: AnyManagedObjectID, value: StoredValue)
    /// A relationship of an object refers to an object that is not in the store. It reads as nil; the `rule`
    /// `.noAction` leaves such references. The class of the target is the relationship's, since the object's own is
    /// unknown.
    case danglingReference(
        entityName: String, relationshipName: String, objectID: AnyManagedObjectID, targetID: AnyManagedObjectID)
    /// The store keeps links of an object that is not in it.
    case orphanedLink(
        entityName: String, relationshipName: String, objectID: AnyManagedObjectID, targetID: AnyManagedObjectID)
    /// One end of a one-to-one refers to an object whose own end does not refer back. Assigning either end and saving
    /// repairs it.
    case disagreeingEnds(
        entityName: String, relationshipName: String, objectID: AnyManagedObjectID, targetID: AnyManagedObjectID)
    /// Two objects, of a class and a subclass or of two subclasses, have the same value of a `.unique` attribute, or the
    /// same values of the attributes of a constraint. Saving one of them with another value repairs it.
    case sharedUniqueValue(
        entityName: String, attributeName: String, objectID: AnyManagedObjectID, otherID: AnyManagedObjectID)
    /// Another program has written a text that is not in Unicode's normal form C: it is read as it is, and predicates,
    /// sort orders and uniqueness do not treat it as equal to another form of it. Assigning and saving it repairs it.
    case textNotInNormalForm(entityName: String, attributeName: String, objectID: AnyManagedObjectID)
    /// An object has a number that the store may give to a new object.
    case numberNotReserved(AnyManagedObjectID)
}

extension IntegrityFinding: CustomStringConvertible {
    /// A text that says what is wrong, for a person.
    public var description: String {
        switch self {
        case .damage(let reason): "The file is damaged: \(reason)."
        case .refusedValue(let entity, let attribute, let id, let value):
            "\(id) has \(value) as \(entity).\(attribute), which its type does not accept."
        case .danglingReference(let entity, let relationship, let id, let target):
            "\(entity).\(relationship) of \(id) refers to \(target), which is not in the store."
        case .orphanedLink(let entity, let relationship, let id, let target):
            "\(entity).\(relationship) leads from \(id), which is not in the store, to \(target)."
        case .disagreeingEnds(let entity, let relationship, let id, let target):
            "\(entity).\(relationship) of \(id) refers to \(target), which does not refer back."
        case .sharedUniqueValue(let entity, let attribute, let id, let other):
            "\(entity).\(attribute) of \(id) is unique, and \(other) has the same."
        case .textNotInNormalForm(let entity, let attribute, let id):
            "\(entity).\(attribute) of \(id) is not in normal form C, so that it is not found by what equals it."
        case .numberNotReserved(let id): "\(id) has a number that a new object may be given."
        }
    }
}
