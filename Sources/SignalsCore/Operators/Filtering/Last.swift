extension Publisher {
    /// Delivers the last value, when upstream has finished.
    ///
    /// ```swift
    /// (1...9).publisher.last().sink { print($0) }  // prints 9
    /// ```
    ///
    /// **Demand**: asks upstream for values without limit; the last waits until it is asked for. **Completion**:
    /// upstream's, after the value. A failure drops the value.
    ///
    /// - Returns: a publisher of one value at most.
    @inlinable
    public func last() -> Publishers.Last<Self> {
        Publishers.Last(upstream: self)
    }
}

extension Publishers {
    /// The publisher that `last()` returns.
    @frozen
    public struct Last<Upstream: Publisher>: Publisher {
        /// The upstream's values.
        public typealias Output = Upstream.Output

        /// The upstream's failure.
        public typealias Failure = Upstream.Failure

        /// The publisher that delivers the values.
        public let upstream: Upstream

        /// A publisher of the last value of another.
        ///
        /// - Parameter upstream: the publisher that delivers the values.
        @inlinable
        public init(upstream: Upstream) {
            self.upstream = upstream
        }

        /// Attaches the subscriber.
        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            upstream.subscribe(Gathering("Last", to: subscriber, .last { _ in true }))
        }
    }
}

extension Reduction where Input == Output {
    /// Puts out the last value that fulfils a condition.
    @inlinable
    static func last(where predicate: @escaping @Sendable (Input) throws(Thrown) -> Bool) -> Reduction {
        remembering(nil) { _, value throws(Thrown) in (try predicate(value) ? value : nil, .needsMore) }
    }
}

extension Publishers.Last: Equatable where Upstream: Equatable {}
