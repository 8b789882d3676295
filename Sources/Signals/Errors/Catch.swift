@available(swift, introduced: 6, message: "In the Swift 5 language mode, import SignalsCombine.")
extension Publisher {
    /// Goes on with another publisher after a failure.
    ///
    /// ```swift
    /// download.catch { _ in Just(placeholder) }
    /// ```
    ///
    /// **Demand** passes unchanged; what is outstanding at the failure is asked of the other publisher. **Completion**:
    /// upstream's if it finishes, else the other publisher's. **Threads**: the closure is called on the one that
    /// delivers the failure.
    ///
    /// - Parameter handler: makes the publisher to go on with.
    /// - Returns: a publisher of upstream's values, and after a failure of the other publisher's.
    @inlinable
    public func `catch`<P: Publisher>(
        _ handler: @escaping @Sendable (Failure) -> P
    ) -> Publishers.Catch<Self, P> where Output == P.Output {
        Publishers.Catch(self, handler: handler)
    }
}

@available(swift, introduced: 6, message: "In the Swift 5 language mode, import SignalsCombine.")
extension Publishers.Catch {
    /// A publisher that goes on with another one after its upstream's failure.
    ///
    /// - Parameters:
    ///   - upstream: the publisher to begin with.
    ///   - handler: makes the publisher to go on with.
    @inlinable
    public init(upstream: Upstream, handler: @escaping @Sendable (Upstream.Failure) -> NewPublisher) {
        self.init(upstream, handler: handler)
    }
}
