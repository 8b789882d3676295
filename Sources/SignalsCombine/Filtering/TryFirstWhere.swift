@available(swift, obsoleted: 6, message: "In the Swift 6 language mode, import Signals.")
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
        where predicate: @escaping (Output) throws -> Bool
    ) -> Publishers.TryFirstWhere<Self> {
        let predicate = vouched(predicate)
        return Publishers.TryFirstWhere(self, predicate: predicate)
    }
}

@available(swift, obsoleted: 6, message: "In the Swift 6 language mode, import Signals.")
extension Publishers.TryFirstWhere {
    /// A publisher of the first value of another that fulfils a condition, unless the condition throws.
    ///
    /// - Parameters:
    ///   - upstream: the publisher that delivers the values.
    ///   - predicate: the condition.
    @inlinable
    public init(upstream: Upstream, predicate: @escaping (Upstream.Output) throws -> Bool) {
        let predicate = vouched(predicate)
        self.init(upstream, predicate: predicate)
    }
}
