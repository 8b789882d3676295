@available(swift, obsoleted: 6, message: "In the Swift 6 language mode, import Signals.")
extension Publisher {
    /// Combines each value with the result before it by a closure that may throw, and delivers every result.
    ///
    /// ```swift
    /// lines.tryScan(0) { try $0 + parse($1).amount }
    /// ```
    ///
    /// **Demand** passes unchanged. **Completion**: upstream's, or the error that the closure throws, which cancels
    /// upstream. **Threads**: the closure is called on those that deliver.
    ///
    /// - Parameters:
    ///   - initialResult: the result before the first value.
    ///   - nextPartialResult: makes a new result from the one before and a value, or throws.
    /// - Returns: a publisher of the results.
    @inlinable
    public func tryScan<T: Sendable>(
        _ initialResult: T, _ nextPartialResult: @escaping (T, Output) throws -> T
    ) -> Publishers.TryScan<Self, T> {
        let nextPartialResult = vouched(nextPartialResult)
        return Publishers.TryScan(self, initialResult: initialResult, nextPartialResult: nextPartialResult)
    }
}

@available(swift, obsoleted: 6, message: "In the Swift 6 language mode, import Signals.")
extension Publishers.TryScan {
    /// A publisher of the results of another's values so far, until there is none.
    ///
    /// - Parameters:
    ///   - upstream: the publisher that delivers the values.
    ///   - initialResult: the result before the first value.
    ///   - nextPartialResult: makes a new result from the one before and a value, or throws.
    @inlinable
    public init(
        upstream: Upstream, initialResult: Output,
        nextPartialResult: @escaping (Output, Upstream.Output) throws -> Output
    ) {
        let nextPartialResult = vouched(nextPartialResult)
        self.init(upstream, initialResult: initialResult, nextPartialResult: nextPartialResult)
    }
}
