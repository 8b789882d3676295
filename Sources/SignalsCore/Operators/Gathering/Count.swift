extension Publisher {
    /// Counts the values, and delivers their number when upstream finishes.
    ///
    /// ```swift
    /// ["a", "b"].publisher.count().sink { print($0) }  // prints 2
    /// ```
    ///
    /// **Demand**: asks upstream for values without limit; the number waits until it is asked for. **Completion**:
    /// upstream's, after the number. A failure drops it.
    ///
    /// - Returns: a publisher of one number.
    @inlinable
    public func count() -> Publishers.Count<Self> {
        Publishers.Count(upstream: self)
    }
}

extension Publishers {
    /// The publisher that `count()` returns.
    @frozen
    public struct Count<Upstream: Publisher>: Publisher {
        /// The number of upstream's values.
        public typealias Output = Int

        /// The upstream's failure.
        public typealias Failure = Upstream.Failure

        /// The publisher that delivers the values.
        public let upstream: Upstream

        /// A publisher of the number of another's values.
        ///
        /// - Parameter upstream: the publisher that delivers the values.
        @inlinable
        public init(upstream: Upstream) {
            self.upstream = upstream
        }

        /// Attaches the subscriber.
        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            upstream.subscribe(Gathering("Count", to: subscriber, .count()))
        }
    }
}

extension Reduction where Output == Int {
    /// Puts out the number of values.
    @inlinable
    static func count() -> Reduction {
        let seen = Counter()
        return Reduction(
            take: { _ in
                _ = seen.next()
                return .needsMore
            },
            result: { seen.value })
    }
}

extension Publishers.Count: Equatable where Upstream: Equatable {}
