extension ManagedObjectContext {
    /// True if the context may read from replicas of a server, if its store has any; false by default.
    ///
    /// ```swift
    /// let context = container.newBackgroundContext()
    /// context.performAndWait {
    ///     context.readsFromReplicas = true
    ///     …
    /// }
    /// ```
    /// A read is never older than what the context has read before, what this program has saved, or what it was
    /// notified of: a replica that lags behind these is not used. It may be older than later commits of other programs.
    /// While the context is pinned, and in all saves, the primary server is used.
    ///
    /// A child context uses the setting of the context at the root of its parents. Read and set on the context's queue.
    public var readsFromReplicas: Bool {
        get {
            verify("readsFromReplicas")
            return readSource.mayBeReplicas
        }
        set {
            verify("readsFromReplicas")
            if newValue == readSource.mayBeReplicas { return }
            let reader = newValue ? coordinator.store.makeReplicaReader(startsAnew: readSource.isUnused) : nil
            readSource.useReplicas(newValue, reader)
        }
    }

    /// Takes note that something was read that no replica may have yet.
    func readElsewhere() {
        guard readSource.hasReplicas else { return }
        let reader = coordinator.store.makeReplicaReader(startsAnew: false)
        readSource.useReplicas(true, reader)
    }
}
