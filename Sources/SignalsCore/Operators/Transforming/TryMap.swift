extension Publishers {
    /// The publisher that `tryMap(_:)` returns.
    @frozen
    public struct TryMap<Upstream: Publisher, Output: Sendable>: Publisher {
        /// Upstream's error, or the closure's.
        public typealias Failure = any Error

        /// The publisher that delivers the values.
        public let upstream: Upstream

        /// The transformation.
        public let transform: @Sendable (Upstream.Output) throws -> Output

        @inlinable
        package init(_ upstream: Upstream, transform: @escaping @Sendable (Upstream.Output) throws -> Output) {
            self.upstream = upstream
            self.transform = transform
        }

        /// Attaches the subscriber.
        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            upstream.subscribe(Stage("TryMap", to: subscriber, .map(transform)))
        }
    }
}
