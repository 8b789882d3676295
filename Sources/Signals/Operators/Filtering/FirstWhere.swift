extension Publisher {
    /// Delivers the first value that fulfils a condition, and then finishes.
    ///
    /// ```swift
    /// (1...9).publisher.first { $0 > 3 }.sink { print($0) }  // prints 4
    /// ```
    ///
    /// **Demand**: asks upstream for values without limit until the first has come, which waits until it is asked for.
    /// **Completion**: after the value, when upstream is cancelled; or upstream's if no value comes. **Threads**: the
    /// closure is called on those that deliver.
    ///
    /// - Parameter predicate: the condition.
    /// - Returns: a publisher of one value at most.
    @inlinable
    @available(swift, introduced: 6)
    public func first(where predicate: @escaping @Sendable (Output) -> Bool) -> Publishers.FirstWhere<Self> {
        Publishers.FirstWhere(upstream: self, predicate: predicate)
    }
}

extension Publishers {
    /// What ``Publisher/first(where:)`` returns.
    @frozen
    public struct FirstWhere<Upstream: Publisher>: Publisher {
        /// The upstream's values.
        public typealias Output = Upstream.Output

        /// The upstream's failure.
        public typealias Failure = Upstream.Failure

        /// The publisher that delivers the values.
        public let upstream: Upstream

        /// The condition.
        public let predicate: @Sendable (Upstream.Output) -> Bool

        /// A publisher of the first value of another that fulfils a condition.
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
            upstream.subscribe(Gathering("FirstWhere", to: subscriber, .first(where: predicate)))
        }
    }
}

extension Reduction where Input == Output {
    /// Puts out the first value that fulfils a condition.
    @inlinable
    static func first(where predicate: @escaping @Sendable (Input) throws(Thrown) -> Bool) -> Reduction {
        remembering(nil) { _, value throws(Thrown) in try predicate(value) ? (value, .isComplete) : (nil, .needsMore) }
    }
}
