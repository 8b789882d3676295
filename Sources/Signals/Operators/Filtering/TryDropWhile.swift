extension Publisher {
    /// Leaves out values until one does not fulfil a condition which may throw; that one and all behind it pass.
    ///
    /// ```swift
    /// lines.tryDrop { try parse($0).isHeader }
    /// ```
    ///
    /// **Demand** passes unchanged; for each value left out one more is asked for. **Completion**: upstream's, or the
    /// error that the closure throws, which cancels upstream. **Threads**: the closure is called on those that deliver,
    /// until it has returned false.
    ///
    /// - Parameter predicate: whether a value is to be left out.
    /// - Returns: a publisher of the values from the first that is not.
    @inlinable
    @available(swift, introduced: 6)
    public func tryDrop(
        while predicate: @escaping @Sendable (Output) throws -> Bool
    ) -> Publishers.TryDropWhile<Self> {
        Publishers.TryDropWhile(upstream: self, predicate: predicate)
    }
}

extension Publishers {
    /// What ``Publisher/tryDrop(while:)`` returns.
    @frozen
    public struct TryDropWhile<Upstream: Publisher>: Publisher {
        /// The upstream's values.
        public typealias Output = Upstream.Output

        /// Upstream's error, or the closure's.
        public typealias Failure = any Error

        /// The publisher that delivers the values.
        public let upstream: Upstream

        /// Whether a value is to be left out.
        public let predicate: @Sendable (Upstream.Output) throws -> Bool

        /// A publisher that leaves out the first values of another that fulfil a condition, until it cannot tell.
        ///
        /// - Parameters:
        ///   - upstream: the publisher that delivers the values.
        ///   - predicate: whether a value is to be left out.
        @inlinable
        @available(swift, introduced: 6)
        public init(upstream: Upstream, predicate: @escaping @Sendable (Upstream.Output) throws -> Bool) {
            self.upstream = upstream
            self.predicate = predicate
        }

        /// Attaches the subscriber.
        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            upstream.subscribe(Stage("TryDropWhile", to: subscriber, .drop(while: predicate)))
        }
    }
}
