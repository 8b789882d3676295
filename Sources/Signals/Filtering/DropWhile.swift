@available(swift, introduced: 6, message: "In the Swift 5 language mode, import SignalsCombine.")
extension Publisher {
    /// Leaves out values until one does not fulfil a condition; that one and all after it pass.
    ///
    /// ```swift
    /// [1, 2, 9, 3].publisher.drop { $0 < 5 }.sink { print($0) }  // prints 9, 3
    /// ```
    ///
    /// **Demand** passes unchanged; for each value left out one more is asked for. **Completion** passes unchanged.
    /// **Threads**: the closure is called on those that deliver, until it has returned false.
    ///
    /// - Parameter predicate: returns true if a value is to be left out.
    /// - Returns: a publisher of the values from the first that is not.
    @inlinable
    public func drop(while predicate: @escaping @Sendable (Output) -> Bool) -> Publishers.DropWhile<Self> {
        Publishers.DropWhile(self, predicate: predicate)
    }
}

@available(swift, introduced: 6, message: "In the Swift 5 language mode, import SignalsCombine.")
extension Publishers.DropWhile {
    /// A publisher that leaves out the first values of another that fulfil a condition.
    ///
    /// - Parameters:
    ///   - upstream: the publisher that delivers the values.
    ///   - predicate: returns true if a value is to be left out.
    @inlinable
    public init(upstream: Upstream, predicate: @escaping @Sendable (Upstream.Output) -> Bool) {
        self.init(upstream, predicate: predicate)
    }
}
