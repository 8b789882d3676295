extension Publishers {
    /// The publisher that `tryContains(where:)` returns.
    @frozen
    public struct TryContainsWhere<Upstream: Publisher>: Publisher {
        /// True if one of upstream's values fulfils the condition.
        public typealias Output = Bool

        /// Upstream's error, or the closure's.
        public typealias Failure = any Error

        /// The publisher that delivers the values.
        public let upstream: Upstream

        /// The condition.
        public let predicate: @Sendable (Upstream.Output) throws -> Bool

        @inlinable
        package init(_ upstream: Upstream, predicate: @escaping @Sendable (Upstream.Output) throws -> Bool) {
            self.upstream = upstream
            self.predicate = predicate
        }

        /// Attaches the subscriber.
        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            upstream.subscribe(Gathering("TryContainsWhere", to: subscriber, .contains(where: predicate)))
        }
    }
}
