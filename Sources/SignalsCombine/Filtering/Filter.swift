@available(swift, obsoleted: 6, message: "In the Swift 6 language mode, import Signals.")
extension Publisher {
    /// Lets pass only the values that fulfil a condition.
    ///
    /// ```swift
    /// numbers.filter { $0.isMultiple(of: 2) }.sink { print($0) }  // prints the even ones
    /// ```
    ///
    /// **Demand** passes unchanged; for each value left out one more is asked for. **Completion** passes unchanged.
    /// **Threads**: the closure is called on those that deliver.
    ///
    /// - Parameter isIncluded: returns true if a value is to pass.
    /// - Returns: a publisher of the values that pass.
    @inlinable
    public func filter(_ isIncluded: @escaping (Output) -> Bool) -> Publishers.Filter<Self> {
        let isIncluded = vouched(isIncluded)
        return Publishers.Filter(self, isIncluded: isIncluded)
    }
}

@available(swift, obsoleted: 6, message: "In the Swift 6 language mode, import Signals.")
extension Publishers.Filter {
    /// A publisher that lets pass only some values of another.
    ///
    /// - Parameters:
    ///   - upstream: the publisher that delivers the values.
    ///   - isIncluded: the condition.
    @inlinable
    public init(upstream: Upstream, isIncluded: @escaping (Upstream.Output) -> Bool) {
        let isIncluded = vouched(isIncluded)
        self.init(upstream, isIncluded: isIncluded)
    }

    /// Lets pass only the values that fulfil both conditions, in one step.
    ///
    /// - Parameter isIncluded: the second condition.
    /// - Returns: a publisher of the values that pass.
    @_disfavoredOverload @inlinable
    public func filter(_ isIncluded: @escaping (Output) -> Bool) -> Publishers.Filter<Upstream> {
        let isIncluded = vouched(isIncluded)
        return Publishers.Filter(upstream) { [first = self.isIncluded] in first($0) && isIncluded($0) }
    }
}
