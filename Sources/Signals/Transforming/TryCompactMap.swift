@available(swift, introduced: 6, message: "In the Swift 5 language mode, import SignalsCombine.")
extension Publisher {
    /// Transforms each value by a closure that may throw, and leaves out what comes out as nil.
    ///
    /// ```swift
    /// lines.tryCompactMap { $0.isEmpty ? nil : try parse($0) }
    /// ```
    ///
    /// **Demand** passes unchanged; for each value left out one more is asked for. **Completion**: upstream's, or the
    /// error that the closure throws, which cancels upstream. **Threads**: the closure is called on those that deliver.
    ///
    /// - Parameter transform: makes a new value from each value, or nil, or throws.
    /// - Returns: a publisher of the new values.
    @inlinable
    public func tryCompactMap<T: Sendable>(
        _ transform: @escaping @Sendable (Output) throws -> T?
    ) -> Publishers.TryCompactMap<Self, T> {
        Publishers.TryCompactMap(self, transform: transform)
    }
}

@available(swift, introduced: 6, message: "In the Swift 5 language mode, import SignalsCombine.")
extension Publishers.TryCompactMap {
    /// A publisher that transforms the values of another and leaves out nil, until it cannot.
    ///
    /// - Parameters:
    ///   - upstream: the publisher that delivers the values.
    ///   - transform: the transformation.
    @inlinable
    public init(upstream: Upstream, transform: @escaping @Sendable (Upstream.Output) throws -> Output?) {
        self.init(upstream, transform: transform)
    }

    /// Transforms twice in one step.
    ///
    /// - Parameter transform: makes a value or nil from what the first transformation makes, or throws.
    /// - Returns: a publisher of the new values.
    @_disfavoredOverload @inlinable
    public func compactMap<T: Sendable>(
        _ transform: @escaping @Sendable (Output) throws -> T?
    ) -> Publishers.TryCompactMap<Upstream, T> {
        Publishers.TryCompactMap(upstream) { [first = self.transform] in try first($0).flatMap(transform) }
    }
}
