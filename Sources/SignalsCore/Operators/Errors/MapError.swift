extension Publishers {
    /// The publisher that `mapError(_:)` returns.
    @frozen
    public struct MapError<Upstream: Publisher, Failure: Error>: Publisher {
        /// The upstream's values.
        public typealias Output = Upstream.Output

        /// The publisher that delivers the values.
        public let upstream: Upstream

        /// The transformation of the error.
        public let transform: @Sendable (Upstream.Failure) -> Failure

        @inlinable
        package init(_ upstream: Upstream, _ map: @escaping @Sendable (Upstream.Failure) -> Failure) {
            self.upstream = upstream
            transform = map
        }

        /// Attaches the subscriber.
        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            upstream.receive(subscriber: Inner(downstream: subscriber, transform: transform))
        }

        @usableFromInline
        struct Inner<Downstream: Subscriber>: Subscriber where Downstream.Failure == Failure {
            @usableFromInline typealias Input = Downstream.Input

            @usableFromInline let combineIdentifier = CombineIdentifier()
            @usableFromInline let downstream: Downstream
            @usableFromInline let transform: @Sendable (Upstream.Failure) -> Failure

            @inlinable
            init(downstream: Downstream, transform: @escaping @Sendable (Upstream.Failure) -> Failure) {
                self.downstream = downstream
                self.transform = transform
            }

            @inlinable
            func receive(subscription: any Subscription) {
                downstream.receive(subscription: subscription)
            }

            @inlinable
            func receive(_ input: Input) -> Subscribers.Demand {
                downstream.receive(input)
            }

            @inlinable
            func receive(completion: Subscribers.Completion<Upstream.Failure>) {
                downstream.receive(completion: completion.mapError(transform))
            }
        }
    }
}
