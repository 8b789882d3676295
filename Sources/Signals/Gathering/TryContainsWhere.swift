@available(swift, introduced: 6, message: "In the Swift 5 language mode, import SignalsCombine.")
extension Publisher {
    /// Delivers whether a value fulfils a condition which may throw: true as soon as one does, false when upstream
    /// finishes without.
    ///
    /// ```swift
    /// lines.tryContains { try parse($0).isDone }
    /// ```
    ///
    /// **Demand**: asks upstream for values without limit; the answer waits until it is asked for. **Completion**: after
    /// the answer, of which `true` cancels upstream; or with the error that the closure throws, which cancels it too. A
    /// failure passes unchanged. **Threads**: the closure is called on those that deliver.
    ///
    /// - Parameter predicate: the condition.
    /// - Returns: a publisher of one answer.
    @inlinable
    public func tryContains(
        where predicate: @escaping @Sendable (Output) throws -> Bool
    ) -> Publishers.TryContainsWhere<Self> {
        Publishers.TryContainsWhere(self, predicate: predicate)
    }
}

@available(swift, introduced: 6, message: "In the Swift 5 language mode, import SignalsCombine.")
extension Publishers.TryContainsWhere {
    /// A publisher of true if one of another's values fulfils a condition, else of false, unless the condition throws.
    ///
    /// - Parameters:
    ///   - upstream: the publisher that delivers the values.
    ///   - predicate: the condition.
    @inlinable
    public init(upstream: Upstream, predicate: @escaping @Sendable (Upstream.Output) throws -> Bool) {
        self.init(upstream, predicate: predicate)
    }
}
