/// The result of a batch request. Core Data's `NSBatchInsertResult`, `NSBatchUpdateResult` and `NSBatchDeleteResult`.
public struct BatchResult<Object: ManagedObject>: Sendable {
    private let numbers: [Int64]
    private let store: StoreNumbers

    init(_ numbers: [Int64], of store: StoreNumbers) {
        self.numbers = numbers
        self.store = store
    }

    /// The objects that were inserted, updated or deleted; those that were inserted in their order. The IDs are made at
    /// each access, since often only their number is needed.
    public var objectIDs: [ManagedObjectID<Object>] { numbers.map { ManagedObjectID(store: store, number: $0) } }

    /// The number of the objects.
    public var count: Int { numbers.count }
}
