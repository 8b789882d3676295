import SignalsCore

extension Publisher {
    /// Delivers each value together with the one before.
    ///
    /// ```swift
    /// [1, 4, 9].publisher.pairwise().sink { print($0.1 - $0.0) }  // prints 3, 5
    /// ```
    ///
    /// **Demand** passes unchanged; for the first value, which has none before it, one more is asked for.
    /// **Completion** passes unchanged; fewer than two values make no pair. **Threads**: those of upstream.
    ///
    /// - Returns: a publisher of pairs, the earlier value first.
    public func pairwise() -> Publishers.Map<Publishers.Nwise<Self>, (Output, Output)> {
        Publishers.Map(nwise(2)) { ($0[0], $0[1]) }
    }
}
