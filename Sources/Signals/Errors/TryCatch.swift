@available(swift, introduced: 6, message: "In the Swift 5 language mode, import SignalsCombine.")
extension Publisher {
    /// Goes on with another publisher after a failure, or fails with another error.
    ///
    /// ```swift
    /// download.tryCatch { error in try cache.lookUp(after: error).publisher }
    /// ```
    ///
    /// **Demand** passes unchanged; what is outstanding at the failure is asked of the other publisher. **Completion**:
    /// upstream's if it finishes, else the other publisher's, or the error that the closure throws. **Threads**: the
    /// closure is called on the one that delivers the failure.
    ///
    /// - Parameter handler: makes the publisher to go on with, or throws.
    /// - Returns: a publisher of upstream's values, and after a failure of the other publisher's.
    @inlinable
    public func tryCatch<P: Publisher>(
        _ handler: @escaping @Sendable (Failure) throws -> P
    ) -> Publishers.TryCatch<Self, P> where Output == P.Output {
        Publishers.TryCatch(self, handler: handler)
    }
}

@available(swift, introduced: 6, message: "In the Swift 5 language mode, import SignalsCombine.")
extension Publishers.TryCatch {
    /// A publisher that goes on with another one after its upstream's failure, or fails.
    ///
    /// - Parameters:
    ///   - upstream: the publisher to begin with.
    ///   - handler: makes the publisher to go on with, or throws.
    @inlinable
    public init(upstream: Upstream, handler: @escaping @Sendable (Upstream.Failure) throws -> NewPublisher) {
        self.init(upstream, handler: handler)
    }
}
