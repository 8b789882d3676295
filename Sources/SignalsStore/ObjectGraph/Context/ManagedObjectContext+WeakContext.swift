extension ManagedObjectContext {
    /// A context that is not kept.
    struct WeakContext: Sendable {
        weak var context: ManagedObjectContext?
        /// The address by which the context is known, while it is there.
        let address: ObjectIdentifier

        init(context: ManagedObjectContext) {
            self.context = context
            address = ObjectIdentifier(context)
        }
    }
}
