extension Publisher {
    /// Lets values pass as long as they fulfil a condition which may throw, and then finishes.
    ///
    /// ```swift
    /// lines.tryPrefix { try parse($0).isHeader }
    /// ```
    ///
    /// **Demand** passes unchanged. **Completion**: upstream's, or finished at the first value that does not fulfil the
    /// condition, or the error that the closure throws; both cancel upstream. **Threads**: the closure is called on
    /// those that deliver.
    ///
    /// - Parameter predicate: whether a value is to pass.
    /// - Returns: a publisher of the values before the first that is not.
    @inlinable
    @available(swift, introduced: 6)
    public func tryPrefix(
        while predicate: @escaping @Sendable (Output) throws -> Bool
    ) -> Publishers.TryPrefixWhile<Self> {
        Publishers.TryPrefixWhile(upstream: self, predicate: predicate)
    }
}

extension Publishers {
    /// What ``Publisher/tryPrefix(while:)`` returns.
    @frozen
    public struct TryPrefixWhile<Upstream: Publisher>: Publisher {
        /// The upstream's values.
        public typealias Output = Upstream.Output

        /// Upstream's error, or the closure's.
        public typealias Failure = any Error

        /// The publisher that delivers the values.
        public let upstream: Upstream

        /// Whether a value is to pass.
        public let predicate: @Sendable (Upstream.Output) throws -> Bool

        /// A publisher of the first values of another that fulfil a condition, until it cannot tell.
        ///
        /// - Parameters:
        ///   - upstream: the publisher that delivers the values.
        ///   - predicate: whether a value is to pass.
        @inlinable
        @available(swift, introduced: 6)
        public init(upstream: Upstream, predicate: @escaping @Sendable (Upstream.Output) throws -> Bool) {
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
