extension ManagedObjectContext {
    /// Pins the context to one state of the store, or unpins it.
    ///
    /// ```swift
    /// try context.setQueryGeneration(.current)
    /// let chores = try context.fetch(request)
    /// let total = try context.sum(\.minutes, of: request)  // of the same chores
    /// try context.setQueryGeneration(nil)
    /// ```
    /// While it is pinned, all of the context's reads see that one state, and other contexts' commits are not merged
    /// until it is unpinned. A save goes to the store as it is now, so it can find conflicts with commits since then;
    /// afterwards the context is pinned to the state that the save left. A batch request, `mergeChanges(from:)` and
    /// `refreshAllObjects()` do the same.
    ///
    /// A pinned context keeps a connection of its own, and SQLite cannot checkpoint later commits: the write-ahead log
    /// grows until the context is unpinned, released, or pinned again. Runs on the context's queue. A child context
    /// reads from its parent: pinning one stops the program.
    ///
    /// - Parameter generation: the state to pin the context to; nil to read what was last committed.
    /// - Throws: `FetchError`; then the context is as it was.
    public func setQueryGeneration(_ generation: QueryGeneration?) throws {
        verify("setQueryGeneration(_:)")
        if let innerLevel {
            return try innerLevel.confinement.enter { try innerLevel.setQueryGeneration(generation) }
        }
        guard case .store = source else {
            fatalError("A child context reads from its parent. Pin the context that reads from the store.")
        }
        if coordinator.isClosed { throw FetchError.closed }
        // It sees one state anyway, which has more than what is committed.
        if readSource.isAlone { return }
        // All that was merged before is part of the pinned state, or older.
        let reader = generation == nil ? nil : try coordinator.store.pin()
        readSource.pin(to: reader, asOf: coordinator.commitCount)
        readElsewhere()
        try mergeInbox()
    }

    /// The state that the context is pinned to; nil when it reads what was last committed. Runs on the context's queue.
    public var queryGeneration: QueryGeneration? {
        verify("queryGeneration")
        return isPinned || innerLevel?.isPinned == true ? .current : nil
    }

    /// Pins the context, and the level that its inner saves went into, to what is committed now where they are pinned.
    func renewGenerations() {
        renewGeneration()
        if let innerLevel { innerLevel.confinement.enter { innerLevel.renewGeneration() } }
    }

    /// Pins a context that is pinned to what is committed now. Where that fails, it stays as it was.
    func renewGeneration() {
        guard isPinned, let reader = try? coordinator.store.pin() else { return }
        readSource.pin(to: reader, asOf: coordinator.commitCount, isAlone: readSource.isAlone)
        try? mergeInbox()
    }
}
