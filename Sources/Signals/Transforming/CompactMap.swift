@available(swift, introduced: 6, message: "In the Swift 5 language mode, import SignalsCombine.")
extension Publisher {
    /// Transforms each value, and leaves out what comes out as nil.
    ///
    /// ```swift
    /// ["1", "two", "3"].publisher.compactMap { Int($0) }.sink { print($0) }  // prints 1, 3
    /// ```
    ///
    /// **Demand** passes unchanged; for each value left out one more is asked for. **Completion** passes unchanged.
    /// **Threads**: the closure is called on those that deliver.
    ///
    /// - Parameter transform: makes a new value from each value, or nil.
    /// - Returns: a publisher of the new values.
    @inlinable
    public func compactMap<T: Sendable>(
        _ transform: @escaping @Sendable (Output) -> T?
    ) -> Publishers.CompactMap<Self, T> {
        Publishers.CompactMap(self, transform: transform)
    }
}

@available(swift, introduced: 6, message: "In the Swift 5 language mode, import SignalsCombine.")
extension Publishers.CompactMap {
    /// A publisher that transforms the values of another and leaves out nil.
    ///
    /// - Parameters:
    ///   - upstream: the publisher that delivers the values.
    ///   - transform: the transformation.
    @inlinable
    public init(upstream: Upstream, transform: @escaping @Sendable (Upstream.Output) -> Output?) {
        self.init(upstream, transform: transform)
    }

    /// Transforms twice in one step.
    ///
    /// - Parameter transform: makes a value or nil from what the first transformation makes.
    /// - Returns: a publisher of the new values.
    @_disfavoredOverload @inlinable
    public func compactMap<T: Sendable>(
        _ transform: @escaping @Sendable (Output) -> T?
    ) -> Publishers.CompactMap<Upstream, T> {
        Publishers.CompactMap(upstream) { [first = self.transform] in first($0).flatMap(transform) }
    }

    /// Transforms twice in one step.
    ///
    /// - Parameter transform: makes a value from what the first transformation makes.
    /// - Returns: a publisher of the new values.
    @_disfavoredOverload @inlinable
    public func map<T: Sendable>(
        _ transform: @escaping @Sendable (Output) -> T
    ) -> Publishers.CompactMap<Upstream, T> {
        Publishers.CompactMap(upstream) { [first = self.transform] in first($0).map(transform) }
    }
}
