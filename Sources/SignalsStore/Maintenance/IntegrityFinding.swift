/// Something that is wrong with a store.
public enum IntegrityFinding: Sendable, Hashable {
    /// The file itself is damaged; `reason` is SQLite's description.
    case damage(reason: String)
    /// The store holds a value that the attribute's type does not accept, as an enum's case that no longer exists.
    case refusedValue(entityName: String, attributeName: String, objectID: AnyManagedObjectID, value: StoredValue)
    /// An object has a number that the store may give to a new object.
    case numberNotReserved(AnyManagedObjectID)
}

extension IntegrityFinding: CustomStringConvertible {
    /// What is wrong, fit for a person.
    public var description: String {
        switch self {
        case .damage(let reason): "The file is damaged: \(reason)."
        case .refusedValue(let entity, let attribute, let id, let value):
            "\(id) has \(value) as \(entity).\(attribute), which its type does not accept."
        case .numberNotReserved(let id): "\(id) has a number that a new object may be given."
        }
    }
}
