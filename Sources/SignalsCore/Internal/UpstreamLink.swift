import Synchronization

/// What an operator has to its upstream: one subscription, awaited, attached, ended. To its downstream it is the
/// subscription.
///
/// It accepts one subscription, ends once, and lets go then of the subscription and its hooks. It never refers to the
/// downstream, so that nothing leaks, though upstream may keep the operator and downstream the link.
@usableFromInline
package final class UpstreamLink: Subscription, CustomStringConvertible, CustomReflectable,
    CustomPlaygroundDisplayConvertible
{
    @usableFromInline
    enum Phase: UInt8, AtomicRepresentable, Sendable {
        case awaited, attached, replaced, completed, cancelled
    }

    private struct State: Sendable {
        var subscription: (any Subscription)?
        var onRequest: (@Sendable (Subscribers.Demand) -> Subscribers.Demand)?
        var onCancel: (@Sendable () -> Void)?

        /// Lets go of everything, and returns it, to be used and released after the lock. Nothing is copied.
        mutating func takeAll() -> State {
            var taken = State()
            swap(&self, &taken)
            return taken
        }
    }

    @usableFromInline let phase = Atomic(Phase.awaited)

    /// What was asked for and not yet delivered, for operators that count down by `takeOne()`.
    @usableFromInline let outstanding = DemandMeter()
    private let state: Locked<State>
    private let name: StaticString

    /// A link that awaits its subscription.
    ///
    /// - Parameters:
    ///   - name: what `print()` and a debugger show, the operator's.
    ///   - onRequest: turns downstream's demand into the one for upstream.
    ///   - onCancel: called once if downstream cancels before the end, before upstream is cancelled.
    @usableFromInline @inline(never)
    package init(
        _ name: StaticString, onRequest: (@Sendable (Subscribers.Demand) -> Subscribers.Demand)? = nil,
        onCancel: (@Sendable () -> Void)? = nil
    ) {
        self.name = name
        state = Locked(State(onRequest: onRequest, onCancel: onCancel))
    }

    /// Whether values may pass: after the subscription and before the end.
    @inlinable @inline(__always)
    package var isAttached: Bool { phase.load(ordering: .acquiring) == .attached }

    /// Whether upstream has completed, or it was cancelled.
    @inlinable @inline(__always)
    var hasEnded: Bool { phase.load(ordering: .acquiring).rawValue >= Phase.completed.rawValue }

    /// Whether downstream wants nothing more, not even the completion.
    @inlinable @inline(__always)
    var isCancelled: Bool { phase.load(ordering: .acquiring) == .cancelled }

    /// Takes the subscription. False, and the subscription is cancelled, if there is one already or all has ended.
    @usableFromInline
    package func attach(_ subscription: any Subscription) -> Bool {
        if take(subscription, inPlaceOf: .awaited, as: .attached) != nil { return true }
        subscription.cancel()
        return false
    }

    /// Takes the subscription, and asks it for what was asked for before it came.
    @usableFromInline
    package func attachAndRequest(_ subscription: any Subscription) -> Bool {
        guard let demand = take(subscription, inPlaceOf: .awaited, as: .attached) else {
            subscription.cancel()
            return false
        }
        if demand > .none { subscription.request(demand) }
        return true
    }

    /// Takes another subscription after the end of the one before, for whose events another subscriber is there, and
    /// asks it for what is outstanding.
    @usableFromInline
    func reattach(_ subscription: any Subscription) {
        let demand =
            take(subscription, inPlaceOf: .completed, as: .replaced)
            ?? take(subscription, inPlaceOf: .replaced, as: .replaced)
        guard let demand else { return subscription.cancel() }
        if demand > .none { subscription.request(demand) }
    }

    /// Takes the subscription if the phase is as expected, and returns what is outstanding.
    private func take(
        _ subscription: any Subscription, inPlaceOf expected: Phase, as next: Phase
    ) -> Subscribers.Demand? {
        var taken: (any Subscription)? = subscription
        let demand: Subscribers.Demand? = state.withLock { state in
            guard phase.load(ordering: .relaxed) == expected else { return nil }
            swap(&state.subscription, &taken)
            phase.store(next, ordering: .releasing)
            return outstanding.current
        }
        withExtendedLifetime(taken) {}
        return demand
    }

    /// Downstream asks for values.
    @usableFromInline
    package func request(_ demand: Subscribers.Demand) {
        let (subscription, onRequest) = state.withLock { state in
            outstanding.add(demand)
            return (state.subscription, state.onRequest)
        }
        let translated = onRequest?(demand) ?? demand
        subscription?.request(translated)
    }

    /// Ends because upstream has completed. True the first time.
    @usableFromInline
    package func complete() -> Bool {
        end() != nil
    }

    /// Ends because the operator has what it needs, and cancels upstream. True the first time.
    @usableFromInline
    package func interrupt() -> Bool {
        guard let before = end() else { return false }
        before.subscription?.cancel()
        return true
    }

    /// Downstream wants nothing more.
    @usableFromInline
    package func cancel() {
        if isCancelled { return }
        let before = state.withLock { state in
            phase.store(.cancelled, ordering: .releasing)
            return state.takeAll()
        }
        before.onCancel?()
        before.subscription?.cancel()
    }

    /// What is to be let go of after the lock. Nil if it was not attached.
    private func end() -> State? {
        state.withLock { state in
            guard phase.load(ordering: .relaxed) == .attached else { return nil }
            phase.store(.completed, ordering: .releasing)
            return state.takeAll()
        }
    }

    @usableFromInline package var description: String { "\(name)" }

    @usableFromInline package var customMirror: Mirror { Mirror(self, children: EmptyCollection()) }

    @usableFromInline package var playgroundDescription: Any { description }
}
