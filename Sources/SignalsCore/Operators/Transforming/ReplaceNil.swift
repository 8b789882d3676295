extension Publisher {
    /// Delivers a value in place of each nil.
    ///
    /// ```swift
    /// [1, nil, 3].publisher.replaceNil(with: 0).sink { print($0) }  // prints 1, 0, 3
    /// ```
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
