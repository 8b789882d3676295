@available(swift, introduced: 6, message: "In the Swift 5 language mode, import SignalsCombine.")
extension Publisher {
    /// Lets pass only the values that fulfil a condition which may throw.
    ///
    /// ```swift
    /// lines.tryFilter { try parse($0).isDone }
    /// ```
    ///
    /// **Demand** passes unchanged; for each value left out one more is asked for. **Completion**: upstream's, or the
    /// error that the closure throws, which cancels upstream. **Threads**: the closure is called on those that deliver.
    ///
    /// - Parameter isIncluded: returns true if a value is to pass.
    /// - Returns: a publisher of the values that pass.
    @inlinable
    public func tryFilter(_ isIncluded: @escaping @Sendable (Output) throws -> Bool) -> Publishers.TryFilter<Self> {
        Publishers.TryFilter(self, isIncluded: isIncluded)
    }
}

@available(swift, introduced: 6, message: "In the Swift 5 language mode, import SignalsCombine.")
extension Publishers.TryFilter {
    /// A publisher that lets only some values of another pass, until the condition throws.
    ///
    /// - Parameters:
    ///   - upstream: the publisher that delivers the values.
    ///   - isIncluded: the condition.
    @inlinable
    public init(upstream: Upstream, isIncluded: @escaping @Sendable (Upstream.Output) throws -> Bool) {
        self.init(upstream, isIncluded: isIncluded)
    }

    /// Lets pass only the values that fulfil both conditions, in one step.
    ///
    /// - Parameter isIncluded: the second condition.
    /// - Returns: a publisher of the values that pass.
    @_disfavoredOverload @inlinable
    public func filter(_ isIncluded: @escaping @Sendable (Output) -> Bool) -> Publishers.TryFilter<Upstream> {
        Publishers.TryFilter(upstream) { [first = self.isIncluded] in try first($0) && isIncluded($0) }
    }

    /// Lets pass only the values that fulfil both conditions, in one step.
    ///
    /// - Parameter isIncluded: the second condition, which may throw.
    /// - Returns: a publisher of the values that pass.
    @_disfavoredOverload @inlinable
    public func tryFilter(
        _ isIncluded: @escaping @Sendable (Output) throws -> Bool
    ) -> Publishers.TryFilter<Upstream> {
        Publishers.TryFilter(upstream) { [first = self.isIncluded] in try first($0) && isIncluded($0) }
    }
}

@available(swift, introduced: 6, message: "In the Swift 5 language mode, import SignalsCombine.")
extension Publishers.Filter {
    /// Lets pass only the values that fulfil both conditions, in one step.
    ///
    /// - Parameter isIncluded: the second condition, which may throw.
    /// - Returns: a publisher of the values that pass.
    @_disfavoredOverload @inlinable
    public func tryFilter(
        _ isIncluded: @escaping @Sendable (Output) throws -> Bool
    ) -> Publishers.TryFilter<Upstream> {
        Publishers.TryFilter(upstream) { [first = self.isIncluded] in try first($0) && isIncluded($0) }
    }
}
