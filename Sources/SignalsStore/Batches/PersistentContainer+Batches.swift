import SignalsCore

extension PersistentContainer {
    /// Inserts many objects in one transaction, in the background.
    ///
    /// - Parameter request: the objects to insert.
    /// - Returns: a future that resolves, on a background thread, when the objects are durable. It fails with
    ///   `SaveError`, what the request's closure throws, or `StoreError.closed` if the container is closed.
    @discardableResult
    public func execute<Object: ManagedObject>(
        _ request: BatchInsertRequest<Object>
    ) -> Future<BatchResult<Object>, any Error> {
        performBackgroundTask { try $0.execute(request) }
    }

    /// Changes many objects in one transaction, in the background.
    ///
    /// - Parameter request: the condition on the objects, and their new values.
    /// - Returns: a future that resolves, on a background thread, when that is durable. It fails with `SaveError`,
    ///   `FetchError`, or `StoreError.closed` if the container is closed.
    @discardableResult
    public func execute<Object: ManagedObject>(
        _ request: BatchUpdateRequest<Object>
    ) -> Future<BatchResult<Object>, any Error> {
        performBackgroundTask { try $0.execute(request) }
    }

    /// Deletes many objects in one transaction, in the background.
    ///
    /// - Parameter request: the request for the objects.
    /// - Returns: a future that resolves, on a background thread, when that is durable. It fails with `SaveError`,
    ///   `FetchError`, or `StoreError.closed` if the container is closed.
    @discardableResult
    public func execute<Object: ManagedObject>(
        _ request: BatchDeleteRequest<Object>
    ) -> Future<BatchResult<Object>, any Error> {
        performBackgroundTask { try $0.execute(request) }
    }

    /// The IDs of the objects that a request finds, fetched in the background. Their snapshots: `snapshots(for:)`.
    ///
    /// - Parameter request: the request for the objects, with their order.
    /// - Returns: a future that resolves, on a background thread, with the IDs in the request's order. It fails with
    ///   `FetchError`, or with `StoreError.closed` if the container is closed.
    public func objectIDs<Object: ManagedObject>(
        for request: FetchRequest<Object>
    ) -> Future<[ManagedObjectID<Object>], any Error> {
        performBackgroundTask { try $0.fetchObjectIDs(request) }
    }
}
