import SignalsCore

extension Publisher {
    /// For each value of this publisher, delivers the latest value of another.
    ///
    /// ```swift
    /// saveTaps.withLatestFrom(draft).sink { store($0) }
    /// ```
    ///
    /// **Demand** passes to this publisher unchanged; a value that comes before the first one of the other is left out,
    /// and one more is asked for. The other is asked for all. **Completion** is that of this publisher; the other may
    /// finish before, its last value stays, but its failure ends all. **Threads**: delivers on this publisher's threads.
    ///
    /// - Parameter other: the other publisher, which is subscribed to first.
    /// - Returns: a publisher of the other's latest values.
    public func withLatestFrom<Other: Publisher>(
        _ other: Other
    ) -> Publishers.WithLatestFrom<Self, Other, Other.Output> where Other.Failure == Failure {
        withLatestFrom(other) { $1 }
    }

    /// For each value of this publisher, delivers what a closure makes of it and the latest value of another.
    ///
    /// - Parameters:
    ///   - other: the other publisher.
    ///   - resultSelector: makes the new value, on the thread that delivers.
    /// - Returns: a publisher of the new values.
    public func withLatestFrom<Other: Publisher, Result: Sendable>(
        _ other: Other, resultSelector: @escaping @Sendable (Output, Other.Output) -> Result
    ) -> Publishers.WithLatestFrom<Self, Other, Result> where Other.Failure == Failure {
        Publishers.WithLatestFrom(upstream: self, other: other, resultSelector: resultSelector)
    }
}

extension Publishers {
    /// The publisher returned by `withLatestFrom` of one publisher, on which the others stand.
    public struct WithLatestFrom<Upstream: Publisher, Other: Publisher, Output: Sendable>: Publisher
    where Upstream.Failure == Other.Failure {
        /// The failure of each.
        public typealias Failure = Upstream.Failure

        /// The publisher whose values are answered.
        public let upstream: Upstream

        /// The publisher whose latest value is the answer.
        public let other: Other

        /// Makes a new value of a value and the other's latest one.
        public let resultSelector: @Sendable (Upstream.Output, Other.Output) -> Output

        /// A publisher that answers the values of one publisher with the latest one of another.
        ///
        /// - Parameters:
        ///   - upstream: the publisher whose values are answered.
        ///   - other: the publisher whose latest value is the answer.
        ///   - resultSelector: makes a new value of both.
        public init(
            upstream: Upstream, other: Other,
            resultSelector: @escaping @Sendable (Upstream.Output, Other.Output) -> Output
        ) {
            self.upstream = upstream
            self.other = other
            self.resultSelector = resultSelector
        }

        /// Attaches the subscriber.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let inner = Inner(to: AnySubscriber(subscriber), resultSelector)
            other.receive(subscriber: inner.latestValueKeeper)
            upstream.receive(subscriber: inner)
            inner.start()
        }
    }
}

extension Publishers.WithLatestFrom {
    private struct Inner: Subscriber {
        private let link: UpstreamLink
        private let otherLink: UpstreamLink
        private let latest = Locked<Other.Output?>(nil)
        private let outlet: Outlet<Output, Failure>
        private let resultSelector: @Sendable (Upstream.Output, Other.Output) -> Output

        @inline(never)
        init(
            to subscriber: AnySubscriber<Output, Failure>,
            _ resultSelector: @escaping @Sendable (Upstream.Output, Other.Output) -> Output
        ) {
            link = UpstreamLink("WithLatestFrom")
            otherLink = UpstreamLink("WithLatestFrom")
            outlet = Outlet(to: subscriber, surplus: .waits, name: "WithLatestFrom")
            self.resultSelector = resultSelector
        }

        var combineIdentifier: CombineIdentifier { link.combineIdentifier }

        /// The subscriber for the other publisher.
        var latestValueKeeper: AnySubscriber<Other.Output, Failure> {
            AnySubscriber(
                combineIdentifier: CombineIdentifier(),
                receiveSubscription: { [otherLink] in if otherLink.attach($0) { otherLink.request(.unlimited) } },
                receiveValue: { value in
                    if otherLink.isAttached { replaceLatest(with: value) }
                    return .none
                },
                receiveCompletion: { completion in
                    guard otherLink.complete(), case .failure = completion else { return }
                    link.cancel()
                    end(with: completion)
                })
        }

        /// Hands downstream its subscription, when both have been subscribed to.
        func start() {
            outlet.start(
                onRequest: { [link] in link.request($0) },
                onCancel: {
                    link.cancel()
                    otherLink.cancel()
                    replaceLatest(with: nil)
                })
        }

        func receive(subscription: any Subscription) {
            _ = link.attachAndRequest(subscription)
        }

        func receive(_ input: Upstream.Output) -> Subscribers.Demand {
            guard link.isAttached else { return .none }
            guard let answer = latest.withLock({ $0 }) else { return .max(1) }
            outlet.take(resultSelector(input, answer))
            outlet.deliver()
            return .none
        }

        func receive(completion: Subscribers.Completion<Failure>) {
            guard link.complete() else { return }
            otherLink.cancel()
            end(with: completion)
        }

        private func end(with completion: Subscribers.Completion<Failure>) {
            replaceLatest(with: nil)
            outlet.take(completion)
            outlet.deliver()
        }

        private func replaceLatest(with value: Other.Output?) {
            let replaced = latest.withLock { latest in
                defer { latest = value }
                return latest
            }
            withExtendedLifetime(replaced) {}
        }
    }
}
