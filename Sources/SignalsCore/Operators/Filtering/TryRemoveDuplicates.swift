extension Publishers {
    /// The publisher that `tryRemoveDuplicates(by:)` returns.
    @frozen
    public struct TryRemoveDuplicates<Upstream: Publisher>: Publisher {
        /// The upstream's values.
        public typealias Output = Upstream.Output

        /// Upstream's error, or the closure's.
        public typealias Failure = any Error

        /// The publisher that delivers the values.
        public let upstream: Upstream

        /// Returns true if the second value is a duplicate of the first.
        public let predicate: @Sendable (Upstream.Output, Upstream.Output) throws -> Bool

        @inlinable
        package init(
            _ upstream: Upstream, predicate: @escaping @Sendable (Upstream.Output, Upstream.Output) throws -> Bool
        ) {
            self.upstream = upstream
            self.predicate = predicate
        }

        /// Attaches the subscriber.
        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            upstream.subscribe(Stage("TryRemoveDuplicates", to: subscriber, .removeDuplicates(by: predicate)))
        }
    }
}
