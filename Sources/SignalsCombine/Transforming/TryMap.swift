@available(swift, obsoleted: 6, message: "In the Swift 6 language mode, import Signals.")
extension Publisher {
    /// Transforms each value by a closure that may throw.
    ///
    /// ```swift
    /// Just("42").tryMap { try parse($0) }
    ///     .sink(receiveCompletion: { print($0) }, receiveValue: { print($0) })
    /// ```
    ///
    /// **Demand** passes unchanged. **Completion**: upstream's, or the error that the closure throws, which cancels
    /// upstream. **Threads**: the closure is called on those that deliver.
    ///
    /// - Parameter transform: makes a new value from each value, or throws.
    /// - Returns: a publisher of the new values.
    @inlinable
    public func tryMap<T: Sendable>(
        _ transform: @escaping (Output) throws -> T
    ) -> Publishers.TryMap<Self, T> {
        let transform = vouched(transform)
        return Publishers.TryMap(self, transform: transform)
    }
}

@available(swift, obsoleted: 6, message: "In the Swift 6 language mode, import Signals.")
extension Publishers.TryMap {
    /// A publisher that transforms each value of another, until it cannot.
    ///
    /// - Parameters:
    ///   - upstream: the publisher that delivers the values.
    ///   - transform: the transformation.
    @inlinable
    public init(upstream: Upstream, transform: @escaping (Upstream.Output) throws -> Output) {
        let transform = vouched(transform)
        self.init(upstream, transform: transform)
    }

    /// Transforms twice in one step.
    ///
    /// - Parameter transform: makes a value from the result of the first transformation.
    /// - Returns: a publisher of the new values.
    @_disfavoredOverload @inlinable
    public func map<T: Sendable>(_ transform: @escaping (Output) -> T) -> Publishers.TryMap<Upstream, T> {
        let transform = vouched(transform)
        return Publishers.TryMap(upstream) { [first = self.transform] in try transform(first($0)) }
    }

    /// Transforms twice in one step, both times by a closure that may throw.
    ///
    /// - Parameter transform: makes a value from the result of the first transformation, or throws.
    /// - Returns: a publisher of the new values.
    @_disfavoredOverload @inlinable
    public func tryMap<T: Sendable>(
        _ transform: @escaping (Output) throws -> T
    ) -> Publishers.TryMap<Upstream, T> {
        let transform = vouched(transform)
        return Publishers.TryMap(upstream) { [first = self.transform] in try transform(first($0)) }
    }
}
