extension Publisher {
    /// Delivers whether all values fulfil a condition: false as soon as one does not, true when upstream finishes.
    ///
    /// ```swift
    /// [1, 2, 3].publisher.allSatisfy { $0 < 5 }.sink { print($0) }  // prints true
    /// ```
    ///
    /// **Demand**: asks upstream for values without limit; the answer waits until it is asked for. **Completion**: after
    /// the answer; `false` cancels upstream. A failure passes unchanged. **Threads**: the closure is called on those
    /// that deliver.
    ///
    /// - Parameter predicate: the condition.
    /// - Returns: a publisher of one answer.
    @inlinable
    @available(swift, introduced: 6)
    public func allSatisfy(_ predicate: @escaping @Sendable (Output) -> Bool) -> Publishers.AllSatisfy<Self> {
        Publishers.AllSatisfy(upstream: self, predicate: predicate)
    }
}

extension Publishers {
    /// What ``Publisher/allSatisfy(_:)`` returns.
    @frozen
    public struct AllSatisfy<Upstream: Publisher>: Publisher {
        /// Whether all of upstream's values fulfil the condition.
        public typealias Output = Bool

        /// The upstream's failure.
        public typealias Failure = Upstream.Failure

        /// The publisher that delivers the values.
        public let upstream: Upstream

        /// The condition.
        public let predicate: @Sendable (Upstream.Output) -> Bool

        /// A publisher of whether all of another's values fulfil a condition.
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
            upstream.subscribe(Gathering("AllSatisfy", to: subscriber, .allSatisfy(predicate)))
        }
    }
}

extension Reduction where Output == Bool {
    /// Puts out whether all values fulfil a condition.
    @inlinable
    static func allSatisfy(_ predicate: @escaping @Sendable (Input) throws(Thrown) -> Bool) -> Reduction {
        remembering(true) { _, value throws(Thrown) in try predicate(value) ? (nil, .needsMore) : (false, .isComplete) }
    }
}
