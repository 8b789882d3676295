@available(swift, obsoleted: 6, message: "In the Swift 6 language mode, import Signals.")
extension Publisher {
    /// Delivers whether all values fulfil a condition: false as soon as one does not, true when upstream finishes.
    ///
    /// ```swift
    /// [1, 2, 3].publisher.allSatisfy { $0 < 5 }.sink { print($0) }  // prints true
    /// ```
    ///
    /// **Demand**: asks upstream for values without limit; the answer waits until it is asked for. **Completion**: after
    /// the answer; `false` cancels upstream. A failure passes unchanged. **Threads**: the closure is called on those
    /// that deliver.
    ///
    /// - Parameter predicate: the condition.
    /// - Returns: a publisher of one answer.
    @inlinable
    public func allSatisfy(_ predicate: @escaping (Output) -> Bool) -> Publishers.AllSatisfy<Self> {
        let predicate = vouched(predicate)
        return Publishers.AllSatisfy(self, predicate: predicate)
    }
}

@available(swift, obsoleted: 6, message: "In the Swift 6 language mode, import Signals.")
extension Publishers.AllSatisfy {
    /// A publisher of whether all of another's values fulfil a condition.
    ///
    /// - Parameters:
    ///   - upstream: the publisher that delivers the values.
    ///   - predicate: the condition.
    @inlinable
    public init(upstream: Upstream, predicate: @escaping (Upstream.Output) -> Bool) {
        let predicate = vouched(predicate)
        self.init(upstream, predicate: predicate)
    }
}
