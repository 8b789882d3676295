@available(swift, introduced: 6, message: "In the Swift 5 language mode, import SignalsCombine.")
extension Publisher {
    /// Delivers the first value that fulfils a condition which may throw, and then finishes.
    ///
    /// ```swift
    /// lines.tryFirst { try parse($0).isDone }
    /// ```
    ///
    /// **Demand**: asks upstream for values without limit until the first has come, which waits until it is asked for.
    /// **Completion**: after the value, or with the error that the closure throws, and upstream is cancelled; or
    /// upstream's if no value comes. **Threads**: the closure is called on those that deliver.
    ///
    /// - Parameter predicate: the condition.
    /// - Returns: a publisher of one value at most.
    @inlinable
    public func tryFirst(
        where predicate: @escaping @Sendable (Output) throws -> Bool
    ) -> Publishers.TryFirstWhere<Self> {
        Publishers.TryFirstWhere(self, predicate: predicate)
    }
}

@available(swift, introduced: 6, message: "In the Swift 5 language mode, import SignalsCombine.")
extension Publishers.TryFirstWhere {
    /// A publisher of the first value of another that fulfils a condition, unless the condition throws.
    ///
    /// - Parameters:
    ///   - upstream: the publisher that delivers the values.
    ///   - predicate: the condition.
    @inlinable
    public init(upstream: Upstream, predicate: @escaping @Sendable (Upstream.Output) throws -> Bool) {
        self.init(upstream, predicate: predicate)
    }
}
