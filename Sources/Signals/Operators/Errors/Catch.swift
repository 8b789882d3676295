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
    @available(swift, introduced: 6)
    public func `catch`<P: Publisher>(
        _ handler: @escaping @Sendable (Failure) -> P
    ) -> Publishers.Catch<Self, P> where Output == P.Output {
        Publishers.Catch(upstream: self, handler: handler)
    }
}

extension Publishers {
    /// What ``Publisher/catch(_:)`` returns.
    @frozen
    public struct Catch<Upstream: Publisher, NewPublisher: Publisher>: Publisher
    where Upstream.Output == NewPublisher.Output {
        /// The upstream's values.
        public typealias Output = Upstream.Output

        /// The other publisher's failure.
        public typealias Failure = NewPublisher.Failure

        /// The publisher to begin with.
        public let upstream: Upstream

        /// Makes the publisher to go on with.
        public let handler: @Sendable (Upstream.Failure) -> NewPublisher

        /// A publisher that goes on with another one after its upstream's failure.
        ///
        /// - Parameters:
        ///   - upstream: the publisher to begin with.
        ///   - handler: makes the publisher to go on with.
        @inlinable
        @available(swift, introduced: 6)
        public init(upstream: Upstream, handler: @escaping @Sendable (Upstream.Failure) -> NewPublisher) {
            self.upstream = upstream
            self.handler = handler
        }

        /// Attaches the subscriber.
        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            upstream.subscribe(
                Recovery("Catch", to: subscriber, recover: { [handler] in .success(handler($0)) }, fail: { $0 }))
        }
    }
}
