@available(swift, obsoleted: 6, message: "In the Swift 6 language mode, import Signals.")
extension Publisher {
    /// Delivers the last value that fulfils a condition which may throw, when upstream has finished.
    ///
    /// ```swift
    /// lines.tryLast { try parse($0).isDone }
    /// ```
    ///
    /// **Demand**: asks upstream for values without limit; the last waits until it is asked for. **Completion**:
    /// upstream's, after the value, or the error that the closure throws, which cancels upstream. A failure drops the
    /// value. **Threads**: the closure is called on those that deliver.
    ///
    /// - Parameter predicate: the condition.
    /// - Returns: a publisher of one value at most.
    @inlinable
    public func tryLast(
        where predicate: @escaping (Output) throws -> Bool
    ) -> Publishers.TryLastWhere<Self> {
        let predicate = vouched(predicate)
        return Publishers.TryLastWhere(self, predicate: predicate)
    }
}

@available(swift, obsoleted: 6, message: "In the Swift 6 language mode, import Signals.")
extension Publishers.TryLastWhere {
    /// A publisher of the last value of another that fulfils a condition, unless the condition throws.
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
