@available(swift, obsoleted: 6, message: "In the Swift 6 language mode, import Signals.")
extension Publisher {
    /// Leaves out each value that is a duplicate of the last one that passed.
    ///
    /// ```swift
    /// points.removeDuplicates { $0.x == $1.x }
    /// ```
    ///
    /// **Demand** passes unchanged; for each value left out one more is asked for. **Completion** passes unchanged.
    /// **Threads**: the closure is called on those that deliver.
    ///
    /// - Parameter predicate: returns true if the second value is a duplicate of the first.
    /// - Returns: a publisher of the values that are not duplicates.
    @inlinable
    public func removeDuplicates(
        by predicate: @escaping (Output, Output) -> Bool
    ) -> Publishers.RemoveDuplicates<Self> {
        let predicate = vouched(predicate)
        return Publishers.RemoveDuplicates(self, predicate: predicate)
    }
}

@available(swift, obsoleted: 6, message: "In the Swift 6 language mode, import Signals.")
extension Publishers.RemoveDuplicates {
    /// A publisher of another's values without duplicates.
    ///
    /// - Parameters:
    ///   - upstream: the publisher that delivers the values.
    ///   - predicate: returns true if the second value is a duplicate of the first.
    @inlinable
    public init(upstream: Upstream, predicate: @escaping (Upstream.Output, Upstream.Output) -> Bool) {
        let predicate = vouched(predicate)
        self.init(upstream, predicate: predicate)
    }
}
