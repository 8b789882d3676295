extension Publishers {
    /// The publisher that `tryMap(_:)` returns.
    @frozen
    public struct TryMap<Upstream: Publisher, Output: Sendable>: Publisher {
        /// Upstream's error, or the closure's.
        public typealias Failure = any Error

        /// The publisher that delivers the values.
        public let upstream: Upstream

        /// The transformation.
        public let transform: @Sendable (Upstream.Output) throws -> Output

        @inlinable
        package init(_ upstream: Upstream, transform: @escaping @Sendable (Upstream.Output) throws -> Output) {
            self.upstream = upstream
            self.transform = transform
        }

        /// Attaches the subscriber.
        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            upstream.receive(subscriber: Inner(downstream: subscriber, transform: transform))
        }

        @usableFromInline
        struct Inner<Downstream: Subscriber>: Subscriber
        where Downstream.Input == Output, Downstream.Failure == any Error {
            @usableFromInline typealias Failure = Upstream.Failure

            @usableFromInline let link = UpstreamLink("TryMap")
            @usableFromInline let downstream: Downstream
            @usableFromInline let transform: @Sendable (Upstream.Output) throws -> Output

            @inlinable
            init(downstream: Downstream, transform: @escaping @Sendable (Upstream.Output) throws -> Output) {
                self.downstream = downstream
                self.transform = transform
            }

            @inlinable var combineIdentifier: CombineIdentifier { link.combineIdentifier }

            @inlinable
            func receive(subscription: any Subscription) {
                if link.attach(subscription) { downstream.receive(subscription: link) }
            }

            @inlinable
            func receive(_ input: Upstream.Output) -> Subscribers.Demand {
                guard link.isAttached else { return .none }
                do {
                    return downstream.receive(try transform(input))
                } catch {
                    if link.interrupt() { downstream.receive(completion: .failure(error)) }
                    return .none
                }
            }

            @inlinable
            func receive(completion: Subscribers.Completion<Failure>) {
                if link.complete() { downstream.receive(completion: completion.erased) }
            }
        }
    }
}
