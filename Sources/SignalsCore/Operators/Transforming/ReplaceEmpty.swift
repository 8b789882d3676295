extension Publisher {
    /// Delivers a value if upstream finishes without one.
    ///
    /// ```swift
    /// search.replaceEmpty(with: "nothing found")
    /// ```
    ///
    /// **Demand** passes unchanged; the value waits until it is asked for. **Completion** passes unchanged, a failure
    /// without the value.
    ///
    /// - Parameter output: the value.
    /// - Returns: a publisher of one value at least, unless it fails.
    @inlinable
    public func replaceEmpty(with output: Output) -> Publishers.ReplaceEmpty<Self> {
        Publishers.ReplaceEmpty(upstream: self, output: output)
    }
}

extension Publishers {
    /// The publisher that `replaceEmpty(with:)` returns.
    @frozen
    public struct ReplaceEmpty<Upstream: Publisher>: Publisher {
        /// The upstream's values.
        public typealias Output = Upstream.Output

        /// The upstream's failure.
        public typealias Failure = Upstream.Failure

        /// The publisher that delivers the values.
        public let upstream: Upstream

        /// The value to deliver if there is no other.
        public let output: Upstream.Output

        /// A publisher that delivers a value if another has none.
        ///
        /// - Parameters:
        ///   - upstream: the publisher that delivers the values.
        ///   - output: the value to deliver if there is no other.
        @inlinable
        public init(upstream: Upstream, output: Upstream.Output) {
            self.upstream = upstream
            self.output = output
        }

        /// Attaches the subscriber.
        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            upstream.subscribe(Inner(downstream: subscriber, output: output))
        }
    }
}

extension Publishers.ReplaceEmpty {
    @usableFromInline
    struct Inner<Downstream: Subscriber>: Subscriber
    where Downstream.Input == Upstream.Output, Downstream.Failure == Upstream.Failure {
        @usableFromInline typealias Input = Downstream.Input
        @usableFromInline typealias Failure = Downstream.Failure

        @usableFromInline let link = UpstreamLink("ReplaceEmpty")
        @usableFromInline let seen = Counter()
        @usableFromInline let downstream: Downstream
        @usableFromInline let output: Input

        @inlinable
        init(downstream: Downstream, output: Input) {
            self.downstream = downstream
            self.output = output
        }

        @inlinable var combineIdentifier: CombineIdentifier { link.combineIdentifier }

        @inlinable
        func receive(subscription: any Subscription) {
            if link.attach(subscription) { downstream.receive(subscription: link) }
        }

        @inlinable
        func receive(_ input: Input) -> Subscribers.Demand {
            guard link.isAttached else { return .none }
            if seen.value == 0 { _ = seen.next() }
            return downstream.receive(input)
        }

        @inlinable
        func receive(completion: Subscribers.Completion<Failure>) {
            guard link.complete() else { return }
            if case .finished = completion, seen.value == 0 {
                link.reattach(replacement())
            } else {
                downstream.receive(completion: completion)
            }
        }

        /// Returns the subscription that takes upstream's place: the value, which waits until it is asked for, and the
        /// end.
        @inlinable
        func replacement() -> OneShotSubscription {
            OneShotSubscription("ReplaceEmpty", output, to: downstream)
        }
    }
}

extension Publishers.ReplaceEmpty: Equatable where Upstream: Equatable, Upstream.Output: Equatable {}
