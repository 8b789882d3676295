/// The subscriptions of `retry` to its upstream, one after another.
///
/// An attempt that fails before its subscribing has returned is followed by the next in a loop, so that an upstream that
/// always fails at once does not use up the stack.
@usableFromInline
struct Attempts<Upstream: Publisher, Downstream: Subscriber>: Sendable
where Upstream.Output == Downstream.Input, Upstream.Failure == Downstream.Failure {
    @usableFromInline
    struct Ends: Sendable {
        @usableFromInline let link = UpstreamLink("Retry")
        @usableFromInline let upstream: Upstream
        @usableFromInline let downstream: Downstream

        @inlinable
        init(_ upstream: Upstream, _ downstream: Downstream) {
            self.upstream = upstream
            self.downstream = downstream
        }
    }

    @usableFromInline let state: GuardedObject<AttemptsState, Ends>

    @inlinable @inline(__always)
    var link: UpstreamLink { state.constants.link }

    @inlinable @inline(never)
    init(at upstream: Upstream, retries: Int?, to downstream: Downstream) {
        state = GuardedObject(AttemptsState(retries: retries), Ends(upstream, downstream))
    }

    /// Makes an attempt, now or, when one is just being made, after it.
    @inlinable
    func subscribe() {
        guard state.withLock({ $0.begin() }) else { return }
        repeat { state.constants.upstream.subscribe(Attempt(self)) } while state.withLock({ $0.isAnotherDue() })
    }

    /// Puts an attempt in the place of the one before.
    @inlinable
    func take(_ attempt: PlainLink) {
        if !state.withLock({ $0.isFirstSubscription() }) {
            link.reattach(attempt)
        } else if link.attach(attempt) {
            state.constants.downstream.receive(subscription: link)
        }
    }

    @usableFromInline
    struct Attempt: Subscriber {
        @usableFromInline typealias Input = Downstream.Input
        @usableFromInline typealias Failure = Downstream.Failure

        @usableFromInline let link: PlainLink
        @usableFromInline let attempts: Attempts

        @inlinable
        init(_ attempts: Attempts) {
            link = PlainLink(named: attempts.link)
            self.attempts = attempts
        }

        @inlinable var combineIdentifier: CombineIdentifier { link.combineIdentifier }

        @inlinable
        func receive(subscription: any Subscription) {
            if link.attach(subscription) { attempts.take(link) }
        }

        @inlinable
        func receive(_ input: Input) -> Subscribers.Demand {
            guard link.isAttached, attempts.link.outstanding.takeOne() else { return .none }
            return attempts.link.add(attempts.state.constants.downstream.receive(input), whileAttached: link.isAttached)
        }

        @inlinable
        func receive(completion: Subscribers.Completion<Failure>) {
            guard link.complete() else { return }
            _ = attempts.link.complete()
            if case .failure = completion, attempts.state.withLock({ $0.mayRetry() }) {
                attempts.subscribe()
            } else {
                attempts.state.constants.downstream.receive(completion: completion)
            }
        }
    }
}
