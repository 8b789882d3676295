@available(swift, obsoleted: 6, message: "In the Swift 6 language mode, import Signals.")
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
        _ predicate: @escaping (Output) throws -> Bool
    ) -> Publishers.TryAllSatisfy<Self> {
        let predicate = vouched(predicate)
        return Publishers.TryAllSatisfy(self, predicate: predicate)
    }
}

@available(swift, obsoleted: 6, message: "In the Swift 6 language mode, import Signals.")
extension Publishers.TryAllSatisfy {
    /// A publisher of true if all of another's values fulfil a condition, else of false, unless the condition throws.
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
