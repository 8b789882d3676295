/// Both sides of a conflict, and the values that both started from. Core Data's `NSMergeConflict`.
public struct MergeConflict: Sendable, Hashable {
    /// The object.
    public let objectID: AnyManagedObjectID
    /// The attributes and to-ones that both sides changed; none when one side deleted the object.
    public let attributeNames: [String]
    /// All values as they were read here, by the names of attributes and to-ones; of a to-one, the number of a row.
    public let base: [String: StoredValue]
    /// All values as they are here; nil when the object was deleted here.
    public let here: [String: StoredValue]?
    /// All values as the other side saved them; nil when the object was deleted there.
    public let stored: [String: StoredValue]?

    package init(
        objectID: AnyManagedObjectID, attributeNames: [String], base: [String: StoredValue],
        here: [String: StoredValue]?, stored: [String: StoredValue]?
    ) {
        self.objectID = objectID
        self.attributeNames = attributeNames
        self.base = base
        self.here = here
        self.stored = stored
    }
}

extension SaveError {
    /// A conflict over an edit, or, without one, over an object that one side deleted.
    ///
    /// - Parameter stored: the values of the row as the other side saved them; nil where it was deleted there.
    package static func conflict(
        _ edit: ChangeSet.Edit?, _ entity: EntitySchema, _ id: AnyManagedObjectID, stored: [StoredValue]?
    ) -> SaveError {
        guard let edit, let stored else {
            return SaveError(.deletionConflict, entityName: entity.name, objectIDs: [id], storedValues: stored)
        }
        let attribute = entity.attributes[edit.index]
        return SaveError(
            .conflict(base: edit.base, here: edit.value, stored: stored[edit.index]), entityName: entity.name,
            attributeName: attribute.name, objectIDs: [id], storedValues: stored, type: attribute.type)
    }
}
