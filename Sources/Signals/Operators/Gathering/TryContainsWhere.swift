extension Publisher {
    /// Delivers whether a value fulfils a condition which may throw: true as soon as one does, false when upstream
    /// finishes without.
    ///
    /// ```swift
    /// lines.tryContains { try parse($0).isDone }
    /// ```
    ///
    /// **Demand**: asks upstream for values without limit; the answer waits until it is asked for. **Completion**: after
    /// the answer, of which `true` cancels upstream; or with the error that the closure throws, which cancels it too. A
    /// failure passes unchanged. **Threads**: the closure is called on those that deliver.
    ///
    /// - Parameter predicate: the condition.
    /// - Returns: a publisher of one answer.
    @inlinable
    @available(swift, introduced: 6)
    public func tryContains(
        where predicate: @escaping @Sendable (Output) throws -> Bool
    ) -> Publishers.TryContainsWhere<Self> {
        Publishers.TryContainsWhere(upstream: self, predicate: predicate)
    }
}

extension Publishers {
    /// What ``Publisher/tryContains(where:)`` returns.
    @frozen
    public struct TryContainsWhere<Upstream: Publisher>: Publisher {
        /// Whether one of upstream's values fulfils the condition.
        public typealias Output = Bool

        /// Upstream's error, or the closure's.
        public typealias Failure = any Error

        /// The publisher that delivers the values.
        public let upstream: Upstream

        /// The condition.
        public let predicate: @Sendable (Upstream.Output) throws -> Bool

        /// A publisher of whether one of another's values fulfils a condition, unless it cannot tell.
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
            upstream.subscribe(Gathering("TryContainsWhere", to: subscriber, .contains(where: predicate)))
        }
    }
}
