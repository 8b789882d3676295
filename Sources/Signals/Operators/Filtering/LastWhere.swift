extension Publisher {
    /// Delivers the last value that fulfils a condition, when upstream has finished.
    ///
    /// ```swift
    /// (1...9).publisher.last { $0 < 4 }.sink { print($0) }  // prints 3
    /// ```
    ///
    /// **Demand**: asks upstream for values without limit; the last waits until it is asked for. **Completion**:
    /// upstream's, behind the value. A failure drops the value. **Threads**: the closure is called on those that deliver.
    ///
    /// - Parameter predicate: the condition.
    /// - Returns: a publisher of one value at most.
    @inlinable
    @available(swift, introduced: 6)
    public func last(where predicate: @escaping @Sendable (Output) -> Bool) -> Publishers.LastWhere<Self> {
        Publishers.LastWhere(upstream: self, predicate: predicate)
    }
}

extension Publishers {
    /// What ``Publisher/last(where:)`` returns.
    @frozen
    public struct LastWhere<Upstream: Publisher>: Publisher {
        /// The upstream's values.
        public typealias Output = Upstream.Output

        /// The upstream's failure.
        public typealias Failure = Upstream.Failure

        /// The publisher that delivers the values.
        public let upstream: Upstream

        /// The condition.
        public let predicate: @Sendable (Upstream.Output) -> Bool

        /// A publisher of the last value of another that fulfils a condition.
        ///
        /// - Parameters:
        ///   - upstream: the publisher that delivers the values.
        ///   - predicate: the condition.
        @inlinable
        @available(swift, introduced: 6)
        public init(upstream: Upstream, predicate: @escaping @Sendable (Upstream.Output) -> Bool) {
            self.upstream = upstream
            self.predicate = predicate
        }

        /// Attaches the subscriber.
        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            upstream.subscribe(Gathering("LastWhere", to: subscriber, .last(where: predicate)))
        }
    }
}
