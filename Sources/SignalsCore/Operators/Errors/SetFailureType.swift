extension Publisher where Failure == Never {
    /// Gives a publisher that cannot fail the type of one that can, to be combined with such.
    ///
    /// ```swift
    /// Just("offline").setFailureType(to: NetworkError.self)
    /// ```
    ///
    /// **Demand** and **completion** pass unchanged.
    ///
    /// - Parameter failureType: the kind of error.
    /// - Returns: a publisher of the same values.
    @inlinable
    public func setFailureType<E: Error>(to failureType: E.Type) -> Publishers.SetFailureType<Self, E> {
        Publishers.SetFailureType(upstream: self)
    }
}

extension Publishers {
    /// The publisher that `setFailureType(to:)` returns.
    @frozen
    public struct SetFailureType<Upstream: Publisher, Failure: Error>: Publisher where Upstream.Failure == Never {
        /// The upstream's values.
        public typealias Output = Upstream.Output

        /// The publisher that delivers the values.
        public let upstream: Upstream

        /// A publisher with another kind of error than its upstream, which has none.
        ///
        /// - Parameter upstream: the publisher that delivers the values.
        @inlinable
        public init(upstream: Upstream) {
            self.upstream = upstream
        }

        /// Attaches the subscriber.
        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            upstream.receive(subscriber: Inner(downstream: subscriber))
        }

        /// Changes the kind of error once more.
        ///
        /// - Parameter failure: the kind of error.
        /// - Returns: a publisher of the same values.
        @inlinable
        public func setFailureType<E: Error>(to failure: E.Type) -> Publishers.SetFailureType<Upstream, E> {
            Publishers.SetFailureType<Upstream, E>(upstream: upstream)
        }

        @usableFromInline
        struct Inner<Downstream: Subscriber>: Subscriber {
            @usableFromInline typealias Input = Downstream.Input

            @usableFromInline let combineIdentifier = CombineIdentifier()
            @usableFromInline let downstream: Downstream

            @inlinable
            init(downstream: Downstream) {
                self.downstream = downstream
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
            func receive(completion: Subscribers.Completion<Never>) {
                downstream.receive(completion: .finished)
            }
        }
    }
}

extension Publishers.SetFailureType: Equatable where Upstream: Equatable {}
