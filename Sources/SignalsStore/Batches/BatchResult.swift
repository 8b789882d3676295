/// What a batch request did. Core Data's `NSBatchInsertResult`, `NSBatchUpdateResult` and `NSBatchDeleteResult`.
public struct BatchResult<Object: ManagedObject>: Sendable {
    /// The objects that were inserted, updated or deleted; those that were inserted in their order.
    public let objectIDs: [ManagedObjectID<Object>]
    /// How many they are.
    public var count: Int { objectIDs.count }
}
