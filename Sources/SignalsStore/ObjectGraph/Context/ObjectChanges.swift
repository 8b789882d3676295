/// The changed objects of a context, by their IDs: the values of `objectsDidChange`, `willSave` and `didSave`, and the
/// argument of `mergeChanges(from:)`. Core Data keeps it in the `userInfo` of a notification.
public struct ObjectChanges: Sendable, Hashable {
    /// New objects.
    public internal(set) var insertedObjectIDs: Set<AnyManagedObjectID> = []
    /// Objects that have other values.
    public internal(set) var updatedObjectIDs: Set<AnyManagedObjectID> = []
    /// Objects that are deleted, or whose insertion was taken back.
    public internal(set) var deletedObjectIDs: Set<AnyManagedObjectID> = []
    /// Objects that have other values because another context saved them.
    public internal(set) var refreshedObjectIDs: Set<AnyManagedObjectID> = []

    /// True if nothing changed.
    public var isEmpty: Bool {
        insertedObjectIDs.isEmpty && updatedObjectIDs.isEmpty && deletedObjectIDs.isEmpty && refreshedObjectIDs.isEmpty
    }

    init() {}

    /// The changes of a save of these objects.
    init(pending objects: some Sequence<ManagedObject>) {
        for object in objects { note(object.anyObjectID, object.status) }
    }

    /// Adds an object that became what its status says.
    mutating func note(_ id: AnyManagedObjectID, _ status: ObjectStatus) {
        switch status {
        case .inserted: insertedObjectIDs.insert(id)
        case .clean, .updated: if !insertedObjectIDs.contains(id) { updatedObjectIDs.insert(id) }
        case .deleted, .gone:
            updatedObjectIDs.remove(id)
            refreshedObjectIDs.remove(id)
            if insertedObjectIDs.remove(id) == nil { deletedObjectIDs.insert(id) }
        case .loading: break
        }
    }
}
