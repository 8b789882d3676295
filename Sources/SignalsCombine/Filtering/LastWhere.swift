@available(swift, obsoleted: 6, message: "In the Swift 6 language mode, import Signals.")
extension Publisher {
    /// Delivers the last value that fulfils a condition, when upstream has finished.
    ///
    /// ```swift
    /// (1...9).publisher.last { $0 < 4 }.sink { print($0) }  // prints 3
    /// ```
    ///
    /// **Demand**: asks upstream for values without limit; the last waits until it is asked for. **Completion**:
    /// upstream's, after the value. A failure drops the value. **Threads**: the closure is called on those that deliver.
    ///
    /// - Parameter predicate: the condition.
    /// - Returns: a publisher of one value at most.
    @inlinable
    public func last(where predicate: @escaping (Output) -> Bool) -> Publishers.LastWhere<Self> {
        let predicate = vouched(predicate)
        return Publishers.LastWhere(self, predicate: predicate)
    }
}

@available(swift, obsoleted: 6, message: "In the Swift 6 language mode, import Signals.")
extension Publishers.LastWhere {
    /// A publisher of the last value of another that fulfils a condition.
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
