@available(swift, introduced: 6, message: "In the Swift 5 language mode, import SignalsCombine.")
extension Publisher {
    /// Delivers the first value that fulfils a condition, and then finishes.
    ///
    /// ```swift
    /// (1...9).publisher.first { $0 > 3 }.sink { print($0) }  // prints 4
    /// ```
    ///
    /// **Demand**: asks upstream for values without limit until the first has come, which waits until it is asked for.
    /// **Completion**: after the value, when upstream is cancelled; or upstream's if no value comes. **Threads**: the
    /// closure is called on those that deliver.
    ///
    /// - Parameter predicate: the condition.
    /// - Returns: a publisher of one value at most.
    @inlinable
    public func first(where predicate: @escaping @Sendable (Output) -> Bool) -> Publishers.FirstWhere<Self> {
        Publishers.FirstWhere(self, predicate: predicate)
    }
}

@available(swift, introduced: 6, message: "In the Swift 5 language mode, import SignalsCombine.")
extension Publishers.FirstWhere {
    /// A publisher of the first value of another that fulfils a condition.
    ///
    /// - Parameters:
    ///   - upstream: the publisher that delivers the values.
    ///   - predicate: the condition.
    @inlinable
    public init(upstream: Upstream, predicate: @escaping @Sendable (Upstream.Output) -> Bool) {
        self.init(upstream, predicate: predicate)
    }
}
