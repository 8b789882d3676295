extension Publisher {
    /// Delivers the last value that fulfils a condition which may throw, when upstream has finished.
    ///
    /// ```swift
    /// lines.tryLast { try parse($0).isDone }
    /// ```
    ///
    /// **Demand**: asks upstream for values without limit; the last waits until it is asked for. **Completion**:
    /// upstream's, behind the value, or the error that the closure throws, which cancels upstream. A failure drops the
    /// value. **Threads**: the closure is called on those that deliver.
    ///
    /// - Parameter predicate: the condition.
    /// - Returns: a publisher of one value at most.
    @inlinable
    @available(swift, introduced: 6)
    public func tryLast(
        where predicate: @escaping @Sendable (Output) throws -> Bool
    ) -> Publishers.TryLastWhere<Self> {
        Publishers.TryLastWhere(upstream: self, predicate: predicate)
    }
}

extension Publishers {
    /// What ``Publisher/tryLast(where:)`` returns.
    @frozen
    public struct TryLastWhere<Upstream: Publisher>: Publisher {
        /// The upstream's values.
        public typealias Output = Upstream.Output

        /// Upstream's error, or the closure's.
        public typealias Failure = any Error

        /// The publisher that delivers the values.
        public let upstream: Upstream

        /// The condition.
        public let predicate: @Sendable (Upstream.Output) throws -> Bool

        /// A publisher of the last value of another that fulfils a condition, unless it cannot tell.
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
            upstream.subscribe(Gathering("TryLastWhere", to: subscriber, .last(where: predicate)))
        }
    }
}
