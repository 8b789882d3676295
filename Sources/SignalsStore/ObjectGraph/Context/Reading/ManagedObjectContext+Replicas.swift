extension ManagedObjectContext {
    /// True if replicas of a server may answer what the context reads, as far as its store has any; false, unless it is set.
    ///
    /// ```swift
    /// let context = container.newBackgroundContext()
    /// context.performAndWait {
    ///     context.readsFromReplicas = true
    ///     …
    /// }
    /// ```
    /// What is read is never older than what the context has read before, what this program has saved, or what it knows
    /// that others saved: a replica that has not got that yet is not asked. It may be older than what others have saved
    /// since. While the context is pinned, and in all that it saves, the server that is written is asked.
    ///
    /// Of a child context, the context at the root of its parents says it. Read and set on the context's queue.
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
