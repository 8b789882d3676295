@available(swift, introduced: 6, message: "In the Swift 5 language mode, import SignalsCombine.")
extension Publisher {
    /// Leaves out values until one does not fulfil a condition which may throw; that one and all after it pass.
    ///
    /// ```swift
    /// lines.tryDrop { try parse($0).isHeader }
    /// ```
    ///
    /// **Demand** passes unchanged; for each value left out one more is asked for. **Completion**: upstream's, or the
    /// error that the closure throws, which cancels upstream. **Threads**: the closure is called on those that deliver,
    /// until it has returned false.
    ///
    /// - Parameter predicate: returns true if a value is to be left out.
    /// - Returns: a publisher of the values from the first that is not.
    @inlinable
    public func tryDrop(
        while predicate: @escaping @Sendable (Output) throws -> Bool
    ) -> Publishers.TryDropWhile<Self> {
        Publishers.TryDropWhile(self, predicate: predicate)
    }
}

@available(swift, introduced: 6, message: "In the Swift 5 language mode, import SignalsCombine.")
extension Publishers.TryDropWhile {
    /// A publisher that leaves out the first values of another that fulfil a condition, until the condition throws.
    ///
    /// - Parameters:
    ///   - upstream: the publisher that delivers the values.
    ///   - predicate: returns true if a value is to be left out.
    @inlinable
    public init(upstream: Upstream, predicate: @escaping @Sendable (Upstream.Output) throws -> Bool) {
        self.init(upstream, predicate: predicate)
    }
}
