extension ManagedObjectContext {
    /// Pins the context to one state of the store, or lets it read what was last committed again.
    ///
    /// ```swift
    /// try context.setQueryGeneration(.current)
    /// let chores = try context.fetch(request)
    /// let total = try context.sum(\.minutes, of: request)  // of the same chores
    /// try context.setQueryGeneration(nil)
    /// ```
    /// While it is pinned, all of the context's reads see that one state, whatever others commit, and nothing of theirs
    /// is merged; it is when the context is let go. A save goes to the store as it is now, so it can find conflicts with
    /// what others committed since; then the context is pinned to the state that the save left. The same do a batch
    /// request, `mergeChanges(from:)` and `refreshAllObjects()`.
    ///
    /// A pinned context keeps a connection of its own, and SQLite cannot take what is committed meanwhile out of its
    /// write-ahead log: the log grows until the context is let go, released, or pinned again. Runs on the context's
    /// queue. A child context reads from its parent: pinning one stops the program.
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
        // What was merged before is what the pinned state has, or older.
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
