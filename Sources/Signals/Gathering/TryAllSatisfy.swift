@available(swift, introduced: 6, message: "In the Swift 5 language mode, import SignalsCombine.")
extension Publisher {
    /// Delivers true if all values fulfil a condition which may throw: false as soon as one does not, true when
    /// upstream finishes.
    ///
    /// ```swift
    /// lines.tryAllSatisfy { try parse($0).isDone }
    /// ```
    ///
    /// **Demand**: asks upstream for values without limit; the answer waits until it is asked for. **Completion**: after
    /// the answer, of which `false` cancels upstream; or with the error that the closure throws, which cancels it too. A
    /// failure passes unchanged. **Threads**: the closure is called on those that deliver.
    ///
    /// - Parameter predicate: the condition.
    /// - Returns: a publisher of one answer.
    @inlinable
    public func tryAllSatisfy(
        _ predicate: @escaping @Sendable (Output) throws -> Bool
    ) -> Publishers.TryAllSatisfy<Self> {
        Publishers.TryAllSatisfy(self, predicate: predicate)
    }
}

@available(swift, introduced: 6, message: "In the Swift 5 language mode, import SignalsCombine.")
extension Publishers.TryAllSatisfy {
    /// A publisher of true if all of another's values fulfil a condition, else of false, unless the condition throws.
    ///
    /// - Parameters:
    ///   - upstream: the publisher that delivers the values.
    ///   - predicate: the condition.
    @inlinable
    public init(upstream: Upstream, predicate: @escaping @Sendable (Upstream.Output) throws -> Bool) {
        self.init(upstream, predicate: predicate)
    }
}
