@available(swift, introduced: 6, message: "In the Swift 5 language mode, import SignalsCombine.")
extension Publisher {
    /// Delivers the least value by an order that may throw, when upstream finishes.
    ///
    /// ```swift
    /// files.tryMin { try size(of: $0) < size(of: $1) }  // the smallest
    /// ```
    ///
    /// **Demand**: asks upstream for values without limit; the result waits until it is asked for. **Completion**:
    /// upstream's, after the value, if there was one; or the error that the closure throws, which cancels upstream. A
    /// failure drops the value. **Threads**: the closure is called on those that deliver.
    ///
    /// - Parameter areInIncreasingOrder: returns true if the first value is less than the second.
    /// - Returns: a publisher of one value at most; of equal values, the first.
    @inlinable
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
    /// upstream's, after the value, if there was one; or the error that the closure throws, which cancels upstream. A
    /// failure drops the value. **Threads**: the closure is called on those that deliver.
    ///
    /// - Parameter areInIncreasingOrder: returns true if the first value is less than the second.
    /// - Returns: a publisher of one value at most; of equal values, the first.
    @inlinable
    public func tryMax(
        by areInIncreasingOrder: @escaping @Sendable (Output, Output) throws -> Bool
    ) -> Publishers.TryComparison<Self> {
        Publishers.TryComparison(self, areInIncreasingOrder: areInIncreasingOrder)
    }
}

@available(swift, introduced: 6, message: "In the Swift 5 language mode, import SignalsCombine.")
extension Publishers.TryComparison {
    /// A publisher of the greatest value of another, unless the comparison throws.
    ///
    /// - Parameters:
    ///   - upstream: the publisher that delivers the values.
    ///   - areInIncreasingOrder: returns true if the first value is less than the second.
    @inlinable
    public init(
        upstream: Upstream,
        areInIncreasingOrder: @escaping @Sendable (Upstream.Output, Upstream.Output) throws -> Bool
    ) {
        self.init(upstream, areInIncreasingOrder: areInIncreasingOrder)
    }
}
