extension Publishers {
    /// The publisher that `tryCatch(_:)` returns.
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

        @inlinable
        package init(_ upstream: Upstream, handler: @escaping @Sendable (Upstream.Failure) throws -> NewPublisher) {
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
