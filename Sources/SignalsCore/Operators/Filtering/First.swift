extension Publisher {
    /// Delivers the first value, and then finishes.
    ///
    /// ```swift
    /// result.$hasError.first().sink { print("at first:", $0) }
    /// ```
    ///
    /// **Demand**: asks upstream for values without limit until the first has come, which waits until it is asked for.
    /// **Completion**: after the value, when upstream is cancelled; or upstream's if no value comes.
    ///
    /// - Returns: a publisher of one value at most.
    @inlinable
    public func first() -> Publishers.First<Self> {
        Publishers.First(upstream: self)
    }
}

extension Publishers {
    /// The publisher that `first()` returns.
    @frozen
    public struct First<Upstream: Publisher>: Publisher {
        /// The upstream's values.
        public typealias Output = Upstream.Output

        /// The upstream's failure.
        public typealias Failure = Upstream.Failure

        /// The publisher that delivers the values.
        public let upstream: Upstream

        /// A publisher of the first value of another.
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

            @usableFromInline let link = UpstreamLink("First")
            @usableFromInline let outlet: Outlet<Input, Failure>

            @inlinable
            init(downstream: AnySubscriber<Input, Failure>) {
                outlet = Outlet(to: downstream, surplus: .waits, name: "First")
            }

            @usableFromInline var combineIdentifier: CombineIdentifier { link.combineIdentifier }

            @inlinable
            func receive(subscription: any Subscription) {
                guard link.attach(subscription) else { return }
                outlet.start(onCancel: link.cancel)
                link.request(.unlimited)
            }

            @inlinable
            func receive(_ input: Input) -> Subscribers.Demand {
                guard link.interrupt() else { return .none }
                outlet.take(input)
                outlet.take(.finished)
                outlet.deliver()
                return .none
            }

            @inlinable
            func receive(completion: Subscribers.Completion<Failure>) {
                guard link.complete() else { return }
                outlet.take(completion)
                outlet.deliver()
            }
        }
    }
}

extension Publishers.First: Equatable where Upstream: Equatable {}
