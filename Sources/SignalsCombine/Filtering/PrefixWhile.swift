@available(swift, obsoleted: 6, message: "In the Swift 6 language mode, import Signals.")
extension Publisher {
    /// Lets values pass as long as they fulfil a condition, and then finishes.
    ///
    /// ```swift
    /// [1, 2, 9, 3].publisher.prefix { $0 < 5 }.sink { print($0) }  // prints 1, 2
    /// ```
    ///
    /// **Demand** passes unchanged. **Completion**: upstream's, or finished at the first value that does not fulfil the
    /// condition, when upstream is cancelled. **Threads**: the closure is called on those that deliver.
    ///
    /// - Parameter predicate: returns true if a value is to pass.
    /// - Returns: a publisher of the values before the first that is not.
    @inlinable
    public func prefix(while predicate: @escaping (Output) -> Bool) -> Publishers.PrefixWhile<Self> {
        let predicate = vouched(predicate)
        return Publishers.PrefixWhile(self, predicate: predicate)
    }
}

@available(swift, obsoleted: 6, message: "In the Swift 6 language mode, import Signals.")
extension Publishers.PrefixWhile {
    /// A publisher of the first values of another that fulfil a condition.
    ///
    /// - Parameters:
    ///   - upstream: the publisher that delivers the values.
    ///   - predicate: returns true if a value is to pass.
    @inlinable
    public init(upstream: Upstream, predicate: @escaping (Upstream.Output) -> Bool) {
        let predicate = vouched(predicate)
        self.init(upstream, predicate: predicate)
    }
}
