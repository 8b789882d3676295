@available(swift, introduced: 6, message: "In the Swift 5 language mode, import SignalsCombine.")
extension Publisher {
    /// Delivers the least value by an order, when upstream finishes.
    ///
    /// ```swift
    /// words.min { $0.count < $1.count }  // the shortest
    /// ```
    ///
    /// **Demand**: asks upstream for values without limit; the result waits until it is asked for. **Completion**:
    /// upstream's, after the value, if there was one. A failure drops it. **Threads**: the closure is called on those
    /// that deliver.
    ///
    /// - Parameter areInIncreasingOrder: returns true if the first value is less than the second.
    /// - Returns: a publisher of one value at most; of equal values, the first.
    @inlinable
    public func min(
        by areInIncreasingOrder: @escaping @Sendable (Output, Output) -> Bool
    ) -> Publishers.Comparison<Self> {
        max { areInIncreasingOrder($1, $0) }
    }

    /// Delivers the greatest value by an order, when upstream finishes.
    ///
    /// ```swift
    /// words.max { $0.count < $1.count }  // the longest
    /// ```
    ///
    /// **Demand**: asks upstream for values without limit; the result waits until it is asked for. **Completion**:
    /// upstream's, after the value, if there was one. A failure drops it. **Threads**: the closure is called on those
    /// that deliver.
    ///
    /// - Parameter areInIncreasingOrder: returns true if the first value is less than the second.
    /// - Returns: a publisher of one value at most; of equal values, the first.
    @inlinable
    public func max(
        by areInIncreasingOrder: @escaping @Sendable (Output, Output) -> Bool
    ) -> Publishers.Comparison<Self> {
        Publishers.Comparison(self, areInIncreasingOrder: areInIncreasingOrder)
    }
}

@available(swift, introduced: 6, message: "In the Swift 5 language mode, import SignalsCombine.")
extension Publishers.Comparison {
    /// A publisher of the greatest value of another.
    ///
    /// - Parameters:
    ///   - upstream: the publisher that delivers the values.
    ///   - areInIncreasingOrder: returns true if the first value is less than the second.
    @inlinable
    public init(
        upstream: Upstream, areInIncreasingOrder: @escaping @Sendable (Upstream.Output, Upstream.Output) -> Bool
    ) {
        self.init(upstream, areInIncreasingOrder: areInIncreasingOrder)
    }
}
