extension Publishers {
    /// The publisher that `tryPrefix(while:)` returns.
    @frozen
    public struct TryPrefixWhile<Upstream: Publisher>: Publisher {
        /// The upstream's values.
        public typealias Output = Upstream.Output

        /// Upstream's error, or the closure's.
        public typealias Failure = any Error

        /// The publisher that delivers the values.
        public let upstream: Upstream

        /// Returns true if a value is to pass.
        public let predicate: @Sendable (Upstream.Output) throws -> Bool

        @inlinable
        package init(_ upstream: Upstream, predicate: @escaping @Sendable (Upstream.Output) throws -> Bool) {
            self.upstream = upstream
            self.predicate = predicate
        }

        /// Attaches the subscriber.
        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            upstream.subscribe(Stage("TryPrefixWhile", to: subscriber, .prefix(while: predicate)))
        }
    }
}
