@available(swift, obsoleted: 6, message: "In the Swift 6 language mode, import Signals.")
extension Publisher {
    /// Combines each value with the result before it, and delivers every result.
    ///
    /// ```swift
    /// (1...4).publisher.scan(0) { $0 + $1 }.sink { print($0) }  // prints 1, 3, 6, 10
    /// ```
    ///
    /// **Demand** and **completion** pass unchanged. **Threads**: the closure is called on those that deliver.
    ///
    /// - Parameters:
    ///   - initialResult: the result before the first value.
    ///   - nextPartialResult: makes a new result from the one before and a value.
    /// - Returns: a publisher of the results.
    @inlinable
    public func scan<T: Sendable>(
        _ initialResult: T, _ nextPartialResult: @escaping (T, Output) -> T
    ) -> Publishers.Scan<Self, T> {
        let nextPartialResult = vouched(nextPartialResult)
        return Publishers.Scan(self, initialResult: initialResult, nextPartialResult: nextPartialResult)
    }
}

@available(swift, obsoleted: 6, message: "In the Swift 6 language mode, import Signals.")
extension Publishers.Scan {
    /// A publisher of the results of another's values so far.
    ///
    /// - Parameters:
    ///   - upstream: the publisher that delivers the values.
    ///   - initialResult: the result before the first value.
    ///   - nextPartialResult: makes a new result from the one before and a value.
    @inlinable
    public init(
        upstream: Upstream, initialResult: Output,
        nextPartialResult: @escaping (Output, Upstream.Output) -> Output
    ) {
        let nextPartialResult = vouched(nextPartialResult)
        self.init(upstream, initialResult: initialResult, nextPartialResult: nextPartialResult)
    }
}
