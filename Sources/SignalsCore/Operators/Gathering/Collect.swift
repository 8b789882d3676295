extension Publisher {
    /// Gathers all values and delivers them as one array when upstream finishes.
    ///
    /// ```swift
    /// numbers.publisher.collect().sink { print($0) }  // prints [1, 2, 3]
    /// ```
    ///
    /// **Demand**: asks upstream for values without limit, and keeps them all; the array waits until it is asked for.
    /// **Completion**: after the array, an empty one if there was no value. A failure drops what was gathered.
    ///
    /// - Returns: a publisher of one array.
    @inlinable
    public func collect() -> Publishers.Collect<Self> {
        Publishers.Collect(upstream: self)
    }
}

extension Publishers {
    /// The publisher that `collect()` returns.
    @frozen
    public struct Collect<Upstream: Publisher>: Publisher {
        /// All values of upstream.
        public typealias Output = [Upstream.Output]

        /// The upstream's failure.
        public typealias Failure = Upstream.Failure

        /// The publisher that delivers the values.
        public let upstream: Upstream

        /// A publisher of all values of another.
        ///
        /// - Parameter upstream: the publisher that delivers the values.
        @inlinable
        public init(upstream: Upstream) {
            self.upstream = upstream
        }

        /// Attaches the subscriber.
        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            upstream.receive(subscriber: Inner(downstream: AnySubscriber(subscriber)))
        }

        @usableFromInline
        struct Inner: Subscriber {
            @usableFromInline typealias Input = Upstream.Output
            @usableFromInline typealias Failure = Upstream.Failure

            @usableFromInline let link = UpstreamLink("Collect")
            @usableFromInline let gathered = Locked<[Input]>([])
            @usableFromInline let outlet: Outlet<[Input], Failure>

            @inlinable
            init(downstream: AnySubscriber<[Input], Failure>) {
                outlet = Outlet(to: downstream, surplus: .waits, name: "Collect")
            }

            @usableFromInline var combineIdentifier: CombineIdentifier { link.combineIdentifier }

            @inlinable
            func receive(subscription: any Subscription) {
                guard link.attach(subscription) else { return }
                outlet.start(onCancel: { [link, gathered] in
                    link.cancel()
                    gathered.release { $0.takeAll() }
                })
                link.request(.unlimited)
            }

            @inlinable
            func receive(_ input: Input) -> Subscribers.Demand {
                guard link.isAttached else { return .none }
                gathered.withLock { $0.append(input) }
                return .none
            }

            @inlinable
            func receive(completion: Subscribers.Completion<Failure>) {
                guard link.complete() else { return }
                let values = gathered.withLock { $0.takeAll() }
                if case .finished = completion { outlet.take(values) }
                outlet.take(completion)
                outlet.deliver()
            }
        }
    }
}

extension Publishers.Collect: Equatable where Upstream: Equatable {}
