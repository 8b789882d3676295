@available(swift, introduced: 6, message: "In the Swift 5 language mode, import SignalsCombine.")
extension Publisher {
    /// Transforms each value.
    ///
    /// ```swift
    /// Just(21).map { $0 * 2 }.sink { print($0) }  // prints 42
    /// ```
    ///
    /// **Demand** and **completion** pass unchanged. **Threads**: the closure is called on those that deliver.
    ///
    /// - Parameter transform: makes a new value from each value.
    /// - Returns: a publisher of the new values.
    @inlinable
    public func map<T: Sendable>(_ transform: @escaping @Sendable (Output) -> T) -> Publishers.Map<Self, T> {
        Publishers.Map(self, transform: transform)
    }
}

@available(swift, introduced: 6, message: "In the Swift 5 language mode, import SignalsCombine.")
extension Publishers.Map {
    /// A publisher that transforms each value of another.
    ///
    /// - Parameters:
    ///   - upstream: the publisher that delivers the values.
    ///   - transform: the transformation.
    @inlinable
    public init(upstream: Upstream, transform: @escaping @Sendable (Upstream.Output) -> Output) {
        self.init(upstream, transform: transform)
    }

    /// Transforms twice in one step.
    ///
    /// - Parameter transform: makes a value from the result of the first transformation.
    /// - Returns: a publisher of the new values.
    @_disfavoredOverload @inlinable
    public func map<T: Sendable>(_ transform: @escaping @Sendable (Output) -> T) -> Publishers.Map<Upstream, T> {
        Publishers.Map(upstream) { [first = self.transform] in transform(first($0)) }
    }

    /// Transforms twice in one step, the second time by a closure that may throw.
    ///
    /// - Parameter transform: makes a value from the result of the first transformation; its error ends the publisher.
    /// - Returns: a publisher of the new values.
    @_disfavoredOverload @inlinable
    public func tryMap<T: Sendable>(
        _ transform: @escaping @Sendable (Output) throws -> T
    ) -> Publishers.TryMap<Upstream, T> {
        Publishers.TryMap(upstream) { [first = self.transform] in try transform(first($0)) }
    }
}
