@available(swift, obsoleted: 6, message: "In the Swift 6 language mode, import Signals.")
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
    public func tryFilter(_ isIncluded: @escaping (Output) throws -> Bool) -> Publishers.TryFilter<Self> {
        let isIncluded = vouched(isIncluded)
        return Publishers.TryFilter(self, isIncluded: isIncluded)
    }
}

@available(swift, obsoleted: 6, message: "In the Swift 6 language mode, import Signals.")
extension Publishers.TryFilter {
    /// A publisher that lets only some values of another pass, until the condition throws.
    ///
    /// - Parameters:
    ///   - upstream: the publisher that delivers the values.
    ///   - isIncluded: the condition.
    @inlinable
    public init(upstream: Upstream, isIncluded: @escaping (Upstream.Output) throws -> Bool) {
        let isIncluded = vouched(isIncluded)
        self.init(upstream, isIncluded: isIncluded)
    }

    /// Lets pass only the values that fulfil both conditions, in one step.
    ///
    /// - Parameter isIncluded: the second condition.
    /// - Returns: a publisher of the values that pass.
    @_disfavoredOverload @inlinable
    public func filter(_ isIncluded: @escaping (Output) -> Bool) -> Publishers.TryFilter<Upstream> {
        let isIncluded = vouched(isIncluded)
        return Publishers.TryFilter(upstream) { [first = self.isIncluded] in try first($0) && isIncluded($0) }
    }

    /// Lets pass only the values that fulfil both conditions, in one step.
    ///
    /// - Parameter isIncluded: the second condition, which may throw.
    /// - Returns: a publisher of the values that pass.
    @_disfavoredOverload @inlinable
    public func tryFilter(
        _ isIncluded: @escaping (Output) throws -> Bool
    ) -> Publishers.TryFilter<Upstream> {
        let isIncluded = vouched(isIncluded)
        return Publishers.TryFilter(upstream) { [first = self.isIncluded] in try first($0) && isIncluded($0) }
    }
}

@available(swift, obsoleted: 6, message: "In the Swift 6 language mode, import Signals.")
extension Publishers.Filter {
    /// Lets pass only the values that fulfil both conditions, in one step.
    ///
    /// - Parameter isIncluded: the second condition, which may throw.
    /// - Returns: a publisher of the values that pass.
    @_disfavoredOverload @inlinable
    public func tryFilter(
        _ isIncluded: @escaping (Output) throws -> Bool
    ) -> Publishers.TryFilter<Upstream> {
        let isIncluded = vouched(isIncluded)
        return Publishers.TryFilter(upstream) { [first = self.isIncluded] in try first($0) && isIncluded($0) }
    }
}
