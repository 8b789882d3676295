extension Publisher where Output: Publisher, Output.Failure == Failure {
    /// Delivers the values of the latest publisher that this publisher delivers.
    ///
    /// ```swift
    /// query.map { search($0) }.switchToLatest().sink { show($0) }  // earlier searches are cancelled
    /// ```
    ///
    /// **Demand**: asks upstream for all publishers; what is left of downstream's demand goes to the latest one.
    /// **Completion**: finishes when upstream and the latest publisher have finished; a failure of one ends all. When a
    /// new publisher comes, the one before is cancelled. **Threads**: delivers on the threads of the publishers, one
    /// value at a time.
    ///
    /// - Returns: a publisher of the latest publisher's values.
    @inlinable
    public func switchToLatest() -> Publishers.SwitchToLatest<Output, Self> {
        Publishers.SwitchToLatest(upstream: self)
    }
}

extension Publisher where Output: Publisher, Output.Failure == Never {
    /// Delivers the values of the latest publisher, none of which can fail.
    ///
    /// - Returns: a publisher of the latest publisher's values.
    @inlinable
    public func switchToLatest()
        -> Publishers.SwitchToLatest<
            Publishers.SetFailureType<Output, Failure>, Publishers.Map<Self, Publishers.SetFailureType<Output, Failure>>
        >
    {
        Publishers.Map(self) { $0.setFailureType(to: Failure.self) }.switchToLatest()
    }
}

extension Publisher where Failure == Never, Output: Publisher {
    /// Delivers the values of the latest publisher, which may fail.
    ///
    /// - Returns: a publisher of the latest publisher's values.
    @inlinable
    public func switchToLatest()
        -> Publishers.SwitchToLatest<
            Output, Publishers.SetFailureType<Self, Output.Failure>
        >
    {
        setFailureType(to: Output.Failure.self).switchToLatest()
    }
}

extension Publisher where Failure == Never, Output: Publisher, Output.Failure == Never {
    /// Delivers the values of the latest publisher, where nothing can fail.
    ///
    /// - Returns: a publisher of the latest publisher's values.
    @inlinable
    public func switchToLatest() -> Publishers.SwitchToLatest<Output, Self> {
        Publishers.SwitchToLatest(upstream: self)
    }
}

extension Publishers {
    /// The publisher that `switchToLatest()` returns.
    @frozen
    public struct SwitchToLatest<P: Publisher, Upstream: Publisher>: Publisher
    where P == Upstream.Output, P.Failure == Upstream.Failure {
        /// The values of the publishers.
        public typealias Output = P.Output

        /// The failure of all of them.
        public typealias Failure = P.Failure

        /// The publisher of publishers.
        public let upstream: Upstream

        /// A publisher of the values of the latest publisher.
        ///
        /// - Parameter upstream: the publisher of publishers.
        @inlinable
        public init(upstream: Upstream) {
            self.upstream = upstream
        }

        /// Attaches the subscriber.
        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            upstream.subscribe(Inner(switchboard: Switchboard(to: subscriber)))
        }

        @usableFromInline
        struct Inner<Downstream: Subscriber>: Subscriber
        where Downstream.Input == P.Output, Downstream.Failure == P.Failure {
            @usableFromInline typealias Input = Upstream.Output
            @usableFromInline typealias Failure = Upstream.Failure

            @usableFromInline let switchboard: Switchboard<Downstream>

            @inlinable
            init(switchboard: Switchboard<Downstream>) {
                self.switchboard = switchboard
            }

            @inlinable var link: UpstreamLink { switchboard.outflow.link }

            @inlinable var combineIdentifier: CombineIdentifier { link.combineIdentifier }

            @inlinable
            func receive(subscription: any Subscription) {
                switchboard.start(subscription)
            }

            @inlinable
            func receive(_ input: Input) -> Subscribers.Demand {
                if link.isAttached { switchboard.connect(to: input) }
                return .none
            }

            @inlinable
            func receive(completion: Subscribers.Completion<Failure>) {
                if link.drain() { switchboard.receive(completion: completion, from: nil) }
            }
        }
    }
}
