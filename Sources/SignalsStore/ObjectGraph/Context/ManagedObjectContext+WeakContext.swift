extension ManagedObjectContext {
    /// A context that is not kept.
    struct WeakContext: Sendable {
        weak var context: ManagedObjectContext?
        /// What the context is known by, while it is there.
        let address: ObjectIdentifier

        init(context: ManagedObjectContext) {
            self.context = context
            address = ObjectIdentifier(context)
        }
    }
}
