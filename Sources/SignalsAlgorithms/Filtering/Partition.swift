import SignalsCore

extension Publisher {
    /// Parts the values into those that match and those that do not.
    ///
    /// ```swift
    /// let (done, open) = tasks.share().partition { $0.isCompleted }
    /// ```
    ///
    /// Both are `filter`s, and each of them subscribes to this publisher by itself: share one that does work.
    /// **Demand** of each passes unchanged; for each value left out one more is asked for. **Completion** passes
    /// unchanged to both. **Threads**: the closure is called on those that deliver, once for each of the two.
    ///
    /// - Parameter predicate: returns true if a value matches.
    /// - Returns: a publisher of the values that match, and one of the others.
    public func partition(
        _ predicate: @escaping @Sendable (Output) -> Bool
    ) -> (matches: Publishers.Filter<Self>, nonMatches: Publishers.Filter<Self>) {
        (Publishers.Filter(self, isIncluded: predicate), Publishers.Filter(self) { !predicate($0) })
    }
}
