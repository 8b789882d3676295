@available(swift, obsoleted: 6, message: "In the Swift 6 language mode, import Signals.")
extension Publisher {
    /// Combines all values into one, which is delivered when upstream finishes.
    ///
    /// ```swift
    /// (1...4).publisher.reduce(0) { $0 + $1 }.sink { print($0) }  // prints 10
    /// ```
    ///
    /// **Demand**: asks upstream for values without limit; the result waits until it is asked for. **Completion**:
    /// upstream's, after the result, which is `initialResult` if there was no value. A failure drops it. **Threads**:
    /// the closure is called on those that deliver.
    ///
    /// - Parameters:
    ///   - initialResult: the result before the first value.
    ///   - nextPartialResult: makes a new result from the one before and a value.
    /// - Returns: a publisher of one result.
    @inlinable
    public func reduce<T: Sendable>(
        _ initialResult: T, _ nextPartialResult: @escaping (T, Output) -> T
    ) -> Publishers.Reduce<Self, T> {
        let nextPartialResult = vouched(nextPartialResult)
        return Publishers.Reduce(self, initial: initialResult, nextPartialResult: nextPartialResult)
    }
}

@available(swift, obsoleted: 6, message: "In the Swift 6 language mode, import Signals.")
extension Publishers.Reduce {
    /// A publisher of one result of all of another's values.
    ///
    /// - Parameters:
    ///   - upstream: the publisher that delivers the values.
    ///   - initial: the result before the first value.
    ///   - nextPartialResult: makes a new result from the one before and a value.
    @inlinable
    public init(
        upstream: Upstream, initial: Output,
        nextPartialResult: @escaping (Output, Upstream.Output) -> Output
    ) {
        let nextPartialResult = vouched(nextPartialResult)
        self.init(upstream, initial: initial, nextPartialResult: nextPartialResult)
    }
}
