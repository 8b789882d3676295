extension Publisher where Output: Comparable {
    /// Delivers the least value, when upstream finishes.
    ///
    /// ```swift
    /// [3, 1, 2].publisher.min().sink { print($0) }  // prints 1
    /// ```
    ///
    /// **Demand**: asks upstream for values without limit; the result waits until it is asked for. **Completion**:
    /// upstream's, after the value, if there was one. A failure drops it.
    ///
    /// - Returns: a publisher of one value at most; of equal values, the first.
    @inlinable
    public func min() -> Publishers.Comparison<Self> {
        Publishers.Comparison(self) { $1 < $0 }
    }

    /// Delivers the greatest value, when upstream finishes.
    ///
    /// ```swift
    /// [3, 1, 2].publisher.max().sink { print($0) }  // prints 3
    /// ```
    ///
    /// **Demand**: asks upstream for values without limit; the result waits until it is asked for. **Completion**:
    /// upstream's, after the value, if there was one. A failure drops it.
    ///
    /// - Returns: a publisher of one value at most; of equal values, the first.
    @inlinable
    public func max() -> Publishers.Comparison<Self> {
        Publishers.Comparison(self) { $0 < $1 }
    }
}

extension Publishers {
    /// The publisher that `max(by:)` returns.
    @frozen
    public struct Comparison<Upstream: Publisher>: Publisher {
        /// The upstream's values.
        public typealias Output = Upstream.Output

        /// The upstream's failure.
        public typealias Failure = Upstream.Failure

        /// The publisher that delivers the values.
        public let upstream: Upstream

        /// Returns true if the first value is less than the second.
        public let areInIncreasingOrder: @Sendable (Upstream.Output, Upstream.Output) -> Bool

        @inlinable
        package init(
            _ upstream: Upstream, areInIncreasingOrder: @escaping @Sendable (Upstream.Output, Upstream.Output) -> Bool
        ) {
            self.upstream = upstream
            self.areInIncreasingOrder = areInIncreasingOrder
        }

        /// Attaches the subscriber.
        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            upstream.subscribe(Gathering("Comparison", to: subscriber, .greatest(by: areInIncreasingOrder)))
        }
    }
}

extension Reduction where Input == Output {
    /// Puts out the first of the greatest values.
    @inlinable
    static func greatest(
        by areInIncreasingOrder: @escaping @Sendable (Input, Input) throws(Thrown) -> Bool
    ) -> Reduction {
        remembering(nil) { greatest, value throws(Thrown) in
            if let greatest, !(try areInIncreasingOrder(greatest, value)) { return (nil, .needsMore) }
            return (value, .needsMore)
        }
    }
}
