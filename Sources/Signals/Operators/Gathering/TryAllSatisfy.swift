extension Publisher {
    /// Delivers whether all values fulfil a condition which may throw: false as soon as one does not, true when upstream
    /// finishes.
    ///
    /// ```swift
    /// lines.tryAllSatisfy { try parse($0).isDone }
    /// ```
    ///
    /// **Demand**: asks upstream for values without limit; the answer waits until it is asked for. **Completion**: after
    /// the answer, of which `false` cancels upstream; or with the error that the closure throws, which cancels it too. A
    /// failure passes unchanged. **Threads**: the closure is called on those that deliver.
    ///
    /// - Parameter predicate: the condition.
    /// - Returns: a publisher of one answer.
    @inlinable
    @available(swift, introduced: 6)
    public func tryAllSatisfy(
        _ predicate: @escaping @Sendable (Output) throws -> Bool
    ) -> Publishers.TryAllSatisfy<Self> {
        Publishers.TryAllSatisfy(upstream: self, predicate: predicate)
    }
}

extension Publishers {
    /// What ``Publisher/tryAllSatisfy(_:)`` returns.
    @frozen
    public struct TryAllSatisfy<Upstream: Publisher>: Publisher {
        /// Whether all of upstream's values fulfil the condition.
        public typealias Output = Bool

        /// Upstream's error, or the closure's.
        public typealias Failure = any Error

        /// The publisher that delivers the values.
        public let upstream: Upstream

        /// The condition.
        public let predicate: @Sendable (Upstream.Output) throws -> Bool

        /// A publisher of whether all of another's values fulfil a condition, unless it cannot tell.
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
            upstream.subscribe(Gathering("TryAllSatisfy", to: subscriber, .allSatisfy(predicate)))
        }
    }
}
