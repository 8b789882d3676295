extension Publisher {
    /// Delivers a value in place of each nil.
    ///
    /// ```swift
    /// readings.replaceNil(with: 0).sink { print($0) }  // of 1, nil, 3: prints 1, 0, 3
    /// ```
    ///
    /// A sequence's publisher, such as `[1, nil, 3].publisher`, has a `replaceNil` of its own, whose values stay optional.
    ///
    /// **Demand** and **completion** pass unchanged.
    ///
    /// - Parameter output: the value.
    /// - Returns: a publisher of values that are not optional.
    @inlinable
    public func replaceNil<T: Sendable>(with output: T) -> Publishers.Map<Self, T> where Output == T? {
        Publishers.Map(self) { $0 ?? output }
    }
}
