extension ManagedObjectContext {
    /// A context that is not kept.
    struct WeakContext: Sendable {
        weak var context: ManagedObjectContext?
    }
}
