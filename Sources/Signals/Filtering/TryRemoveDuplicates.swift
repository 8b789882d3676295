@available(swift, introduced: 6, message: "In the Swift 5 language mode, import SignalsCombine.")
extension Publisher {
    /// Leaves out each value that is a duplicate of the last one that passed, as a closure decides that may throw.
    ///
    /// ```swift
    /// files.tryRemoveDuplicates { try contents(of: $0) == contents(of: $1) }
    /// ```
    ///
    /// **Demand** passes unchanged; for each value left out one more is asked for. **Completion**: upstream's, or the
    /// error that the closure throws, which cancels upstream. **Threads**: the closure is called on those that deliver.
    ///
    /// - Parameter predicate: returns true if the second value is a duplicate of the first.
    /// - Returns: a publisher of the values that are not duplicates.
    @inlinable
    public func tryRemoveDuplicates(
        by predicate: @escaping @Sendable (Output, Output) throws -> Bool
    ) -> Publishers.TryRemoveDuplicates<Self> {
        Publishers.TryRemoveDuplicates(self, predicate: predicate)
    }
}

@available(swift, introduced: 6, message: "In the Swift 5 language mode, import SignalsCombine.")
extension Publishers.TryRemoveDuplicates {
    /// A publisher of another's values without duplicates, until the condition throws.
    ///
    /// - Parameters:
    ///   - upstream: the publisher that delivers the values.
    ///   - predicate: returns true if the second value is a duplicate of the first.
    @inlinable
    public init(
        upstream: Upstream, predicate: @escaping @Sendable (Upstream.Output, Upstream.Output) throws -> Bool
    ) {
        self.init(upstream, predicate: predicate)
    }
}
