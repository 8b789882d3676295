extension Publishers {
    /// The treatment of a value for which a buffer has no room. Combine's `Publishers.BufferingStrategy`.
    public enum BufferingStrategy<Failure: Error>: Sendable {
        /// The new value is dropped.
        case dropNewest

        /// The oldest value in the buffer makes room for it.
        case dropOldest

        /// It ends the publisher with an error, which is made by the closure, after the values in the buffer.
        case customError(@Sendable () -> Failure)
    }
}
