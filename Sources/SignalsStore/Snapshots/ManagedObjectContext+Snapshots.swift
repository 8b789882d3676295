import SignalsCore

extension ManagedObjectContext {
    /// Returns the objects that a request finds, as values: as they were last committed, with this context's own
    /// changes.
    ///
    /// Costs less than `fetch(_:)`, since no objects are made. They have the IDs of the members of the relationships to
    /// many that the request's `relationshipKeyPathsForPrefetching` names, which are read with a query for each 1,024
    /// objects and relationship. Runs on the context's queue.
    ///
    /// - Parameters:
    ///   - request: the request for the objects, with their order.
    ///   - fileID: the file of the call, for the container's instrumentation.
    ///   - line: its line.
    /// - Throws: `FetchError`, such as when the store holds a value that an attribute's type does not accept.
    public func fetchSnapshots<Object: ManagedObject>(
        _ request: FetchRequest<Object>, fileID: StaticString = #fileID, line: UInt = #line
    ) throws -> SnapshotList<Object> {
        try fetchSnapshots(request, at: CallSite(fileID: fileID, line: line))
    }

    func fetchSnapshots<Object: ManagedObject>(
        _ request: FetchRequest<Object>, at site: CallSite?
    ) throws -> SnapshotList<Object> {
        try fetching(Object.self, at: site, counting: { $0.count }) { try fetchSnapshotsHere(request) }
    }

    private func fetchSnapshotsHere<Object: ManagedObject>(
        _ request: FetchRequest<Object>
    ) throws -> SnapshotList<Object> {
        verify("fetchSnapshots(_:)")
        try applyInbox()
        let entity = entity(for: Object.self)
        let included = IncludedRelationships(request, entity, coordinator)
        // Members can have changes that their owner has not.
        let isPending = !included.isEmpty && request.includesPendingChanges && !objects.pending.isEmpty
        guard !isPending, let query = try storedQuery(request, entity) else {
            return try snapshots(of: fetchHere(request), entity, request)
        }
        return try readStore { store in
            // The rows and their members are of one state.
            let reader = included.isEmpty || isPinned ? store : try diagnosing(coordinator.store.pin())
            if !included.isEmpty { readElsewhere() }
            return SnapshotList(try SnapshotRows(query, entity, included, store: confinement.store, from: reader))
        }
    }

    /// The objects as they are now, changes included.
    private func snapshots<Object: ManagedObject>(
        of objects: [Object], _ entity: EntityDescription, _ request: FetchRequest<Object>
    ) throws -> SnapshotList<Object> {
        let relationships = request.relationshipKeyPathsForPrefetching.map(entity.relationship).filter { !$0.isToOne }
        var rows = SnapshotRows()
        for start in stride(from: 0, to: objects.count, by: SnapshotRows.chunkSize) {
            let part = objects[start..<min(start + SnapshotRows.chunkSize, objects.count)]
            var builder = RowPageBuilder(coordinator.schema(of: entity), capacity: part.count)
            for object in part {
                builder.beginRow(number: object.number, version: object.version)
                for slot in entity.slots { try slot.codec.encode(slot.address(in: object), &builder) }
            }
            let page = builder.finish()
            var members: [Int: SnapshotMembers] = [:]
            for relationship in relationships {
                let numbers = part.map { ($0.number, relationship.memberNumbers(in: $0)) }
                members[relationship.index] = SnapshotMembers(Dictionary(uniqueKeysWithValues: numbers), of: page)
            }
            rows.append(.page(try SnapshotPage(checking: page, entity, store: confinement.store, members)))
        }
        return SnapshotList(rows)
    }
}

extension RelationshipDescription {
    /// The numbers of the members, which have been read, in their order.
    fileprivate func memberNumbers(in object: ManagedObject) -> [Int64] {
        let numbers = members(in: object).map(\.number)
        return cardinality == .ordered ? numbers : numbers.sorted()
    }
}

extension PersistentContainer {
    /// Fetches objects in the background, as values.
    ///
    /// ```swift
    /// container.snapshots(for: FetchRequest<HouseholdTask>(sortBy: [SortDescriptor(\.name)]))
    ///     .receive(on: MainActor.shared)
    ///     .sink { _ in } receiveValue: { show($0) }
    ///     .store(in: &cancellables)
    /// ```
    ///
    /// - Parameters:
    ///   - request: the request for the objects, with their order.
    ///   - fileID: the file of the call, for the container's instrumentation.
    ///   - line: its line.
    /// - Returns: a future that resolves, on a background thread, with the objects as they were committed. It fails with
    ///   `FetchError`, or with `StoreError.closed` if the container is closed.
    public func snapshots<Object: ManagedObject>(
        for request: FetchRequest<Object>, fileID: StaticString = #fileID, line: UInt = #line
    ) -> Future<SnapshotList<Object>, any Error> {
        performBackgroundTask { try $0.fetchSnapshots(request, at: CallSite(fileID: fileID, line: line)) }
    }
}
