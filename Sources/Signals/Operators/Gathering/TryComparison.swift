extension Publisher {
    /// Delivers the least value by an order that may throw, when upstream finishes.
    ///
    /// ```swift
    /// files.tryMin { try size(of: $0) < size(of: $1) }  // the smallest
    /// ```
    ///
    /// **Demand**: asks upstream for values without limit; the result waits until it is asked for. **Completion**:
    /// upstream's, behind the value, if there was one; or the error that the closure throws, which cancels upstream. A
    /// failure drops the value. **Threads**: the closure is called on those that deliver.
    ///
    /// - Parameter areInIncreasingOrder: whether the first value is less than the second.
    /// - Returns: a publisher of one value at most; of equal values, the first.
    @inlinable
    @available(swift, introduced: 6)
    public func tryMin(
        by areInIncreasingOrder: @escaping @Sendable (Output, Output) throws -> Bool
    ) -> Publishers.TryComparison<Self> {
        tryMax { try areInIncreasingOrder($1, $0) }
    }

    /// Delivers the greatest value by an order that may throw, when upstream finishes.
    ///
    /// ```swift
    /// files.tryMax { try size(of: $0) < size(of: $1) }  // the largest
    /// ```
    ///
    /// **Demand**: asks upstream for values without limit; the result waits until it is asked for. **Completion**:
    /// upstream's, behind the value, if there was one; or the error that the closure throws, which cancels upstream. A
    /// failure drops the value. **Threads**: the closure is called on those that deliver.
    ///
    /// - Parameter areInIncreasingOrder: whether the first value is less than the second.
    /// - Returns: a publisher of one value at most; of equal values, the first.
    @inlinable
    @available(swift, introduced: 6)
    public func tryMax(
        by areInIncreasingOrder: @escaping @Sendable (Output, Output) throws -> Bool
    ) -> Publishers.TryComparison<Self> {
        Publishers.TryComparison(upstream: self, areInIncreasingOrder: areInIncreasingOrder)
    }
}

extension Publishers {
    /// What ``Publisher/tryMax(by:)`` returns.
    @frozen
    public struct TryComparison<Upstream: Publisher>: Publisher {
        /// The upstream's values.
        public typealias Output = Upstream.Output

        /// Upstream's error, or the closure's.
        public typealias Failure = any Error

        /// The publisher that delivers the values.
        public let upstream: Upstream

        /// Whether the first value is less than the second.
        public let areInIncreasingOrder: @Sendable (Upstream.Output, Upstream.Output) throws -> Bool

        /// A publisher of the greatest value of another, unless it cannot tell.
        ///
        /// - Parameters:
        ///   - upstream: the publisher that delivers the values.
        ///   - areInIncreasingOrder: whether the first value is less than the second.
        @inlinable
        @available(swift, introduced: 6)
        public init(
            upstream: Upstream,
            areInIncreasingOrder: @escaping @Sendable (Upstream.Output, Upstream.Output) throws -> Bool
        ) {
            self.upstream = upstream
            self.areInIncreasingOrder = areInIncreasingOrder
        }

        /// Attaches the subscriber.
        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            upstream.subscribe(Gathering("TryComparison", to: subscriber, .greatest(by: areInIncreasingOrder)))
        }
    }
}
