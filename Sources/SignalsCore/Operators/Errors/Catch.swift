extension Publishers {
    /// The publisher that `catch(_:)` returns.
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

        @inlinable
        package init(_ upstream: Upstream, handler: @escaping @Sendable (Upstream.Failure) -> NewPublisher) {
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
