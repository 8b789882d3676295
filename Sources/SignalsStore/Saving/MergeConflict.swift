/// Both sides of a conflict, and what both began with. Core Data's `NSMergeConflict`.
public struct MergeConflict: Sendable, Hashable {
    /// The object.
    public let objectID: AnyManagedObjectID
    /// The attributes that both sides changed; none when one side deleted the object.
    public let attributeNames: [String]
    /// All values as they were read here, by the attributes' names.
    public let base: [String: StoredValue]
    /// All values as they are here; nil when the object was deleted here.
    public let here: [String: StoredValue]?
    /// All values as the other side saved them; nil when the object was deleted there.
    public let stored: [String: StoredValue]?
}
