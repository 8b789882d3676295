extension ManagedObjectContext {
    /// Returns the IDs of the objects that `fetch(_:)` would find, in their order, without making the objects. Runs on
    /// the context's queue.
    ///
    /// - Parameter request: the request for the objects, with their order.
    /// - Throws: `FetchError`.
    public func fetchObjectIDs<Object: ManagedObject>(
        _ request: FetchRequest<Object>
    ) throws -> [ManagedObjectID<Object>] {
        try numbers(of: request).map { ManagedObjectID(store: confinement.store, number: $0) }
    }

    /// Calls a closure with the objects that `fetch(_:)` would find, `fetchBatchSize` at a time, so that no more need
    /// be in memory at once.
    ///
    /// ```swift
    /// try context.fetchBatches(request) { chores in
    ///     for chore in chores { chore.minutes += 1 }
    ///     try context.save()
    /// }
    /// ```
    /// The IDs of all objects, and so their order, are read at the start. The objects of a batch are as they are when
    /// it is read; objects that were deleted meanwhile are left out. Runs on the context's queue.
    ///
    /// - Parameters:
    ///   - request: the request for the objects.
    ///   - body: the work with a batch, which is never empty.
    /// - Throws: `FetchError`, or what `body` throws, which ends it.
    public func fetchBatches<Object: ManagedObject>(
        _ request: FetchRequest<Object>, _ body: ([Object]) throws -> Void
    ) throws {
        let numbers = try numbers(of: request)
        let size = max(1, request.fetchBatchSize)
        for start in stride(from: 0, to: numbers.count, by: size) {
            let batch: [Object] = try objects(with: numbers[start..<min(start + size, numbers.count)])
            if !batch.isEmpty { try body(batch) }
        }
    }

    private func numbers<Object: ManagedObject>(of request: FetchRequest<Object>) throws -> [Int64] {
        verify("fetchObjectIDs(_:)")
        return try fetching(Object.self, at: nil, counting: { $0.count }) { try numbersHere(of: request) }
    }

    private func numbersHere<Object: ManagedObject>(of request: FetchRequest<Object>) throws -> [Int64] {
        try applyInbox()
        if let parent = parentAnswering(request) {
            return try ask(parent) { try parent.numbersHere(of: request.ofParent) }
        }
        let entity = entity(for: Object.self)
        guard let query = try storedQuery(request, entity) else {
            return try numbersBesideChanges(request, entity) ?? fetchHere(request).map(\.number)
        }
        return try readStore { try $0.numbers(query) }
    }

    private func objects<Object: ManagedObject>(with numbers: ArraySlice<Int64>) throws -> [Object] {
        try applyInbox()
        let unknown = numbers.filter { objects[$0] == nil }
        // Kept until the end: an object that nobody uses is let go of.
        let read = try read(Array(unknown), in: entity(for: Object.self))
        return withExtendedLifetime(read) {
            numbers.compactMap { objects[$0] as? Object }.filter { $0.status != .deleted }
        }
    }
}
