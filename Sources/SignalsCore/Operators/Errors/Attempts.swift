/// The subscriptions of ``Publisher/retry(_:)`` to its upstream, one after another.
///
/// An attempt that fails before its subscribing has returned is followed by the next in a loop, so that an upstream that
/// always fails at once does not use up the stack.
@usableFromInline
final class Attempts<Upstream: Publisher, Downstream: Subscriber>: Sendable
where Upstream.Output == Downstream.Input, Upstream.Failure == Downstream.Failure {
    private enum Phase: Sendable {
        case resting, subscribing, failedWhileSubscribing
    }

    private struct State: Sendable {
        var phase = Phase.resting
        var retriesLeft: Int?
        var hasSubscription = false
    }

    private let link = UpstreamLink("Retry")
    private let upstream: Upstream
    private let downstream: Downstream
    private let state: Locked<State>

    @usableFromInline @inline(never)
    init(at upstream: Upstream, retries: Int?, to downstream: Downstream) {
        self.upstream = upstream
        self.downstream = downstream
        state = Locked(State(retriesLeft: retries))
    }

    /// Makes an attempt, now or, when one is just being made, after it.
    @usableFromInline
    func subscribe() {
        let isFirst = state.withLock { state in
            defer { state.phase = state.phase == .resting ? .subscribing : .failedWhileSubscribing }
            return state.phase == .resting
        }
        guard isFirst else { return }
        repeat { upstream.subscribe(Attempt(attempts: self)) } while isAnotherDue()
    }

    private func isAnotherDue() -> Bool {
        state.withLock { state in
            defer { state.phase = state.phase == .failedWhileSubscribing ? .subscribing : .resting }
            return state.phase == .failedWhileSubscribing
        }
    }

    private func mayRetry() -> Bool {
        state.withLock { state in
            guard let left = state.retriesLeft else { return true }
            state.retriesLeft = max(left - 1, 0)
            return left > 0
        }
    }

    /// Puts an attempt in the place of the one before.
    private func take(_ attempt: UpstreamLink) {
        let isFirst = state.withLock { state in
            defer { state.hasSubscription = true }
            return !state.hasSubscription
        }
        if !isFirst {
            link.reattach(attempt)
        } else if link.attach(attempt) {
            downstream.receive(subscription: link)
        }
    }

    private struct Attempt: Subscriber {
        typealias Input = Downstream.Input
        typealias Failure = Downstream.Failure

        let link = UpstreamLink("Retry")
        let attempts: Attempts

        var combineIdentifier: CombineIdentifier { link.combineIdentifier }

        func receive(subscription: any Subscription) {
            if link.attach(subscription) { attempts.take(link) }
        }

        func receive(_ input: Input) -> Subscribers.Demand {
            guard link.isAttached, attempts.link.outstanding.takeOne() else { return .none }
            let more = attempts.downstream.receive(input)
            if more != .none { attempts.link.outstanding.add(more) }
            return more
        }

        func receive(completion: Subscribers.Completion<Failure>) {
            guard link.complete() else { return }
            _ = attempts.link.complete()
            if case .failure = completion, attempts.mayRetry() {
                attempts.subscribe()
            } else {
                attempts.downstream.receive(completion: completion)
            }
        }
    }
}
