extension Publisher {
    /// Delivers the first value that fulfils a condition which may throw, and then finishes.
    ///
    /// ```swift
    /// lines.tryFirst { try parse($0).isDone }
    /// ```
    ///
    /// **Demand**: asks upstream for values without limit until the first has come, which waits until it is asked for.
    /// **Completion**: after the value, or with the error that the closure throws, and upstream is cancelled; or
    /// upstream's if no value comes. **Threads**: the closure is called on those that deliver.
    ///
    /// - Parameter predicate: the condition.
    /// - Returns: a publisher of one value at most.
    @inlinable
    @available(swift, introduced: 6)
    public func tryFirst(
        where predicate: @escaping @Sendable (Output) throws -> Bool
    ) -> Publishers.TryFirstWhere<Self> {
        Publishers.TryFirstWhere(upstream: self, predicate: predicate)
    }
}

extension Publishers {
    /// What ``Publisher/tryFirst(where:)`` returns.
    @frozen
    public struct TryFirstWhere<Upstream: Publisher>: Publisher {
        /// The upstream's values.
        public typealias Output = Upstream.Output

        /// Upstream's error, or the closure's.
        public typealias Failure = any Error

        /// The publisher that delivers the values.
        public let upstream: Upstream

        /// The condition.
        public let predicate: @Sendable (Upstream.Output) throws -> Bool

        /// A publisher of the first value of another that fulfils a condition, unless it cannot tell.
        ///
        /// - Parameters:
        ///   - upstream: the publisher that delivers the values.
        ///   - predicate: the condition.
        @inlinable
        @available(swift, introduced: 6)
        public init(upstream: Upstream, predicate: @escaping @Sendable (Upstream.Output) throws -> Bool) {
            self.upstream = upstream
            self.predicate = predicate
        }

        /// Attaches the subscriber.
        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            upstream.subscribe(Gathering("TryFirstWhere", to: subscriber, .first(where: predicate)))
        }
    }
}
