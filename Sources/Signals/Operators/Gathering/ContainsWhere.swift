extension Publisher {
    /// Delivers whether a value fulfils a condition: true as soon as one does, false when upstream finishes without.
    ///
    /// ```swift
    /// [1, 2, 3].publisher.contains { $0 > 2 }.sink { print($0) }  // prints true
    /// ```
    ///
    /// **Demand**: asks upstream for values without limit; the answer waits until it is asked for. **Completion**: after
    /// the answer; `true` cancels upstream. A failure passes unchanged. **Threads**: the closure is called on those that
    /// deliver.
    ///
    /// - Parameter predicate: the condition.
    /// - Returns: a publisher of one answer.
    @inlinable
    @available(swift, introduced: 6)
    public func contains(where predicate: @escaping @Sendable (Output) -> Bool) -> Publishers.ContainsWhere<Self> {
        Publishers.ContainsWhere(upstream: self, predicate: predicate)
    }
}

extension Publishers {
    /// What ``Publisher/contains(where:)`` returns.
    @frozen
    public struct ContainsWhere<Upstream: Publisher>: Publisher {
        /// Whether one of upstream's values fulfils the condition.
        public typealias Output = Bool

        /// The upstream's failure.
        public typealias Failure = Upstream.Failure

        /// The publisher that delivers the values.
        public let upstream: Upstream

        /// The condition.
        public let predicate: @Sendable (Upstream.Output) -> Bool

        /// A publisher of whether one of another's values fulfils a condition.
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
            upstream.subscribe(Gathering("ContainsWhere", to: subscriber, .contains(where: predicate)))
        }
    }
}

extension Reduction where Output == Bool {
    /// Puts out whether a value fulfils a condition.
    @inlinable
    static func contains(where predicate: @escaping @Sendable (Input) throws(Thrown) -> Bool) -> Reduction {
        remembering(false) { _, value throws(Thrown) in try predicate(value) ? (true, .isComplete) : (nil, .needsMore) }
    }
}
