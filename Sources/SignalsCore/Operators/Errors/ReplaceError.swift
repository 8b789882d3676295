extension Publisher {
    /// Delivers a value in place of an error, and then finishes.
    ///
    /// ```swift
    /// save.map { _ in false }.replaceError(with: true).assign(to: &result.$hasError)
    /// ```
    ///
    /// **Demand** passes unchanged; the replacement waits until it is asked for. **Completion**: always finishes.
    ///
    /// - Parameter output: the value to deliver.
    /// - Returns: a publisher that cannot fail.
    @inlinable
    public func replaceError(with output: Output) -> Publishers.ReplaceError<Self> {
        Publishers.ReplaceError(upstream: self, output: output)
    }
}

extension Publishers {
    /// The publisher that `replaceError(with:)` returns.
    @frozen
    public struct ReplaceError<Upstream: Publisher>: Publisher {
        /// The upstream's values.
        public typealias Output = Upstream.Output

        /// It cannot fail.
        public typealias Failure = Never

        /// The value that takes the error's place.
        public let output: Upstream.Output

        /// The publisher that delivers the values.
        public let upstream: Upstream

        /// A publisher that delivers a value in place of another's error.
        ///
        /// - Parameters:
        ///   - upstream: the publisher that delivers the values.
        ///   - output: the value that takes the error's place.
        @inlinable
        public init(upstream: Upstream, output: Output) {
            self.upstream = upstream
            self.output = output
        }

        /// Attaches the subscriber.
        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            upstream.receive(
                subscriber: ReplaceErrorSubscriber<S, Upstream.Failure>(downstream: subscriber, output: output))
        }
    }
}

@usableFromInline
struct ReplaceErrorSubscriber<Downstream: Subscriber, Failure: Error>: Subscriber where Downstream.Failure == Never {
    @usableFromInline typealias Input = Downstream.Input

    @usableFromInline let link = UpstreamLink("ReplaceError")
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
        guard link.isAttached, link.outstanding.takeOne() else { return .none }
        return link.add(downstream.receive(input), whileAttached: link.isAttached)
    }

    @inlinable
    func receive(completion: Subscribers.Completion<Failure>) {
        guard link.complete() else { return }
        switch completion {
        case .finished: downstream.receive(completion: .finished)
        case .failure: link.reattach(replacement())
        }
    }

    /// Returns the subscription that takes upstream's place: the value, which waits until it is asked for, and the end.
    @inlinable
    func replacement() -> OneShotSubscription {
        OneShotSubscription("ReplaceError", output, to: downstream)
    }
}

extension Publishers.ReplaceError: Equatable where Upstream: Equatable, Upstream.Output: Equatable {}
