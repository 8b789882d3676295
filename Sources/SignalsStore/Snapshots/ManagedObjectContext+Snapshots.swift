import SignalsCore

extension ManagedObjectContext {
    /// The objects that a request asks for, as values: as they were last committed, with this context's own changes.
    ///
    /// Costs less than `fetch(_:)`, since no objects are made. Runs on the context's queue.
    ///
    /// - Throws: `FetchError`, as when the store holds a value that an attribute's type does not accept.
    public func fetchSnapshots<Object: ManagedObject>(
        _ request: FetchRequest<Object>
    ) throws -> SnapshotList<Object> {
        verify("fetchSnapshots(_:)")
        try applyInbox()
        let entity = entity(for: Object.self)
        guard let query = try storedQuery(request, entity) else { return try snapshots(of: fetch(request), entity) }
        var rows = SnapshotRows()
        try readStore { store in
            try store.fetch(query) { page in
                rows.append(.page(try SnapshotPage(checking: page, entity, store: confinement.store)))
            }
        }
        return SnapshotList(rows)
    }

    /// The objects as they are now, changes included.
    private func snapshots<Object: ManagedObject>(
        of objects: [Object], _ entity: EntityDescription
    ) throws -> SnapshotList<Object> {
        var rows = SnapshotRows()
        for start in stride(from: 0, to: objects.count, by: SnapshotRows.chunkSize) {
            let part = objects[start..<min(start + SnapshotRows.chunkSize, objects.count)]
            var builder = RowPageBuilder(coordinator.schema(of: entity), capacity: part.count)
            for object in part {
                builder.beginRow(number: object.number, version: object.version)
                for slot in entity.slots { try slot.codec.encode(slot.address(in: object), &builder) }
            }
            rows.append(.page(try SnapshotPage(checking: builder.finish(), entity, store: confinement.store)))
        }
        return SnapshotList(rows)
    }
}

extension PersistentContainer {
    /// Fetches in the background, as values.
    ///
    /// ```swift
    /// container.snapshots(for: FetchRequest<HouseholdTask>(sortBy: [SortDescriptor(\.name)]))
    ///     .receive(on: MainActor.shared)
    ///     .sink { _ in } receiveValue: { show($0) }
    /// ```
    ///
    /// - Parameter request: which objects, in which order.
    /// - Returns: a future that resolves, on a background thread, with the objects as they were committed. It fails with
    ///   `FetchError`, or with `StoreError.closed` if the container is closed.
    public func snapshots<Object: ManagedObject>(
        for request: FetchRequest<Object>
    ) -> Future<SnapshotList<Object>, any Error> {
        performBackgroundTask { try $0.fetchSnapshots(request) }
    }
}
