/// The result of a batch request. Core Data's `NSBatchInsertResult`, `NSBatchUpdateResult` and `NSBatchDeleteResult`.
public struct BatchResult<Object: ManagedObject>: Sendable {
    /// The objects that were inserted, updated or deleted; those that were inserted in their order.
    public let objectIDs: [ManagedObjectID<Object>]
    /// The number of the objects.
    public var count: Int { objectIDs.count }
}
