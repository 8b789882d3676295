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
    @available(swift, introduced: 6)
    public func tryCatch<P: Publisher>(
        _ handler: @escaping @Sendable (Failure) throws -> P
    ) -> Publishers.TryCatch<Self, P> where Output == P.Output {
        Publishers.TryCatch(upstream: self, handler: handler)
    }
}

extension Publishers {
    /// What ``Publisher/tryCatch(_:)`` returns.
    @frozen
    public struct TryCatch<Upstream: Publisher, NewPublisher: Publisher>: Publisher
    where Upstream.Output == NewPublisher.Output {
        /// The upstream's values.
        public typealias Output = Upstream.Output

        /// The other publisher's error, or the closure's.
        public typealias Failure = any Error

        /// The publisher to begin with.
        public let upstream: Upstream

        /// Makes the publisher to go on with, or throws.
        public let handler: @Sendable (Upstream.Failure) throws -> NewPublisher

        /// A publisher that goes on with another one after its upstream's failure, or fails.
        ///
        /// - Parameters:
        ///   - upstream: the publisher to begin with.
        ///   - handler: makes the publisher to go on with, or throws.
        @inlinable
        @available(swift, introduced: 6)
        public init(upstream: Upstream, handler: @escaping @Sendable (Upstream.Failure) throws -> NewPublisher) {
            self.upstream = upstream
            self.handler = handler
        }

        /// Attaches the subscriber.
        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            upstream.subscribe(
                Recovery(
                    "TryCatch", to: subscriber, recover: { [handler] error in Result { try handler(error) } },
                    fail: { $0 }))
        }
    }
}
