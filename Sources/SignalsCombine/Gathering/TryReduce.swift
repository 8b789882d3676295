@available(swift, obsoleted: 6, message: "In the Swift 6 language mode, import Signals.")
extension Publisher {
    /// Combines all values into one by a closure that may throw; the result is delivered when upstream finishes.
    ///
    /// ```swift
    /// lines.tryReduce(0) { try $0 + parse($1).amount }
    /// ```
    ///
    /// **Demand**: asks upstream for values without limit; the result waits until it is asked for. **Completion**:
    /// upstream's, after the result, which is `initialResult` if there was no value; or the error that the closure
    /// throws, which cancels upstream. A failure drops the result. **Threads**: the closure is called on those that
    /// deliver.
    ///
    /// - Parameters:
    ///   - initialResult: the result before the first value.
    ///   - nextPartialResult: makes a new result from the one before and a value, or throws.
    /// - Returns: a publisher of one result.
    @inlinable
    public func tryReduce<T: Sendable>(
        _ initialResult: T, _ nextPartialResult: @escaping (T, Output) throws -> T
    ) -> Publishers.TryReduce<Self, T> {
        let nextPartialResult = vouched(nextPartialResult)
        return Publishers.TryReduce(self, initial: initialResult, nextPartialResult: nextPartialResult)
    }
}

@available(swift, obsoleted: 6, message: "In the Swift 6 language mode, import Signals.")
extension Publishers.TryReduce {
    /// A publisher of one result of all of another's values, unless there is none.
    ///
    /// - Parameters:
    ///   - upstream: the publisher that delivers the values.
    ///   - initial: the result before the first value.
    ///   - nextPartialResult: makes a new result from the one before and a value, or throws.
    @inlinable
    public init(
        upstream: Upstream, initial: Output,
        nextPartialResult: @escaping (Output, Upstream.Output) throws -> Output
    ) {
        let nextPartialResult = vouched(nextPartialResult)
        self.init(upstream, initial: initial, nextPartialResult: nextPartialResult)
    }
}
