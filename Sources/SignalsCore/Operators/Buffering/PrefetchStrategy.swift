extension Publishers {
    /// The way in which a buffer is filled. Combine's `Publishers.PrefetchStrategy`.
    public enum PrefetchStrategy: Equatable, Hashable, Sendable {
        /// Asks upstream for as many values as there is room for, at first and whenever there is room again. The room of a
        /// value that is being delivered is free again when the subscriber returns.
        case keepFull

        /// Asks upstream for all its values at once, and keeps those that nobody has asked for yet while there is room.
        case byRequest
    }
}
