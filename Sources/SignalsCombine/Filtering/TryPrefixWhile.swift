@available(swift, obsoleted: 6, message: "In the Swift 6 language mode, import Signals.")
extension Publisher {
    /// Lets values pass as long as they fulfil a condition which may throw, and then finishes.
    ///
    /// ```swift
    /// lines.tryPrefix { try parse($0).isHeader }
    /// ```
    ///
    /// **Demand** passes unchanged. **Completion**: upstream's, or finished at the first value that does not fulfil the
    /// condition, or the error that the closure throws; both cancel upstream. **Threads**: the closure is called on
    /// those that deliver.
    ///
    /// - Parameter predicate: returns true if a value is to pass.
    /// - Returns: a publisher of the values before the first that is not.
    @inlinable
    public func tryPrefix(
        while predicate: @escaping (Output) throws -> Bool
    ) -> Publishers.TryPrefixWhile<Self> {
        let predicate = vouched(predicate)
        return Publishers.TryPrefixWhile(self, predicate: predicate)
    }
}

@available(swift, obsoleted: 6, message: "In the Swift 6 language mode, import Signals.")
extension Publishers.TryPrefixWhile {
    /// A publisher of the first values of another that fulfil a condition, until the condition throws.
    ///
    /// - Parameters:
    ///   - upstream: the publisher that delivers the values.
    ///   - predicate: returns true if a value is to pass.
    @inlinable
    public init(upstream: Upstream, predicate: @escaping (Upstream.Output) throws -> Bool) {
        let predicate = vouched(predicate)
        self.init(upstream, predicate: predicate)
    }
}
