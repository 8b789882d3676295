@available(swift, obsoleted: 6, message: "In the Swift 6 language mode, import Signals.")
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
        _ handler: @escaping (Failure) throws -> P
    ) -> Publishers.TryCatch<Self, P> where Output == P.Output {
        let handler = vouched(handler)
        return Publishers.TryCatch(self, handler: handler)
    }
}

@available(swift, obsoleted: 6, message: "In the Swift 6 language mode, import Signals.")
extension Publishers.TryCatch {
    /// A publisher that goes on with another one after its upstream's failure, or fails.
    ///
    /// - Parameters:
    ///   - upstream: the publisher to begin with.
    ///   - handler: makes the publisher to go on with, or throws.
    @inlinable
    public init(upstream: Upstream, handler: @escaping (Upstream.Failure) throws -> NewPublisher) {
        let handler = vouched(handler)
        self.init(upstream, handler: handler)
    }
}
