import Synchronization

/// What an operator has to its upstream: one subscription, awaited, attached, ended. To its downstream it is the
/// subscription.
///
/// It accepts one subscription, ends once, and lets go then of the subscription and its handler. It never refers to the
/// downstream itself, so that nothing leaks, though upstream may keep the operator and downstream the link.
@usableFromInline
package final class UpstreamLink: Guarded<UpstreamLinkState>, Subscription, @unchecked Sendable,
    CustomStringConvertible, CustomReflectable, CustomPlaygroundDisplayConvertible
{
    @usableFromInline
    enum Phase: UInt8, AtomicRepresentable, Sendable {
        case awaited, attached

        /// Upstream has completed, and downstream may still ask for what it left.
        case drained
        case replaced, completed, cancelled
    }

    @usableFromInline let phase = Atomic(Phase.awaited)

    /// What was asked for and not yet delivered, for operators that count down by `takeOne()`.
    @usableFromInline let outstanding = DemandMeter()

    /// The address of the name, a null-terminated constant.
    private let name: UInt

    /// A link that awaits its subscription.
    ///
    /// - Parameter name: what `print()` and a debugger show, the operator's.
    @usableFromInline @inline(never)
    package init(_ name: StaticString) {
        self.name = UInt(bitPattern: name.utf8Start)
        super.init(UpstreamLinkState())
    }

    /// A link that awaits its subscription, for the operator that another link is for.
    @usableFromInline @inline(never)
    init(named other: UpstreamLink) {
        name = other.name
        super.init(UpstreamLinkState())
    }

    /// A link that awaits its subscription, and tells what downstream does.
    ///
    /// - Parameters:
    ///   - name: what `print()` and a debugger show, the operator's.
    ///   - onRequest: turns downstream's demand into the one for upstream.
    ///   - onCancel: called once if downstream cancels before the end, before upstream is cancelled.
    @usableFromInline @inline(never)
    package convenience init(
        _ name: StaticString, onRequest: (@Sendable (Subscribers.Demand) -> Subscribers.Demand)? = nil,
        onCancel: (@Sendable () -> Void)? = nil
    ) {
        self.init(name)
        withLock { state in
            state.handler = { call in
                switch call {
                case .request(let demand): return onRequest?(demand) ?? demand
                case .cancel: onCancel?()
                }
                return nil
            }
        }
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

    /// Begins to tell what downstream does, with a subscription or, where the operator has others, without one.
    @usableFromInline
    func open(_ handler: @escaping UpstreamLinkState.Handler) {
        let before = withLock { state -> UpstreamLinkState.Handler? in
            guard !hasEnded else { return nil }
            if phase.load(ordering: .relaxed) == .awaited { phase.store(.attached, ordering: .releasing) }
            defer { state.handler = handler }
            return state.handler
        }
        withExtendedLifetime(before) {}
    }

    /// Takes the subscription if the phase is as expected, and returns what is outstanding.
    private func take(
        _ subscription: any Subscription, inPlaceOf expected: Phase, as next: Phase
    ) -> Subscribers.Demand? {
        var taken: (any Subscription)? = subscription
        let demand: Subscribers.Demand? = withLock { state in
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
        let (subscription, handler) = withLock { state in
            outstanding.add(demand)
            return (state.subscription, state.handler)
        }
        guard let handler else { return subscription?.request(demand) ?? () }
        if let translated = handler(.request(demand)) { subscription?.request(translated) }
    }

    /// Asks upstream, past the handler.
    @usableFromInline
    func requestUpstream(_ demand: Subscribers.Demand) {
        withLock { $0.subscription }?.request(demand)
    }

    /// Notes that upstream has completed, while downstream may still ask for what it left. True the first time.
    @usableFromInline
    func drain() -> Bool {
        takeUpstream() != nil
    }

    /// Cancels upstream, while downstream may still ask for what it left. True the first time.
    @usableFromInline
    func cancelUpstream() -> Bool {
        guard let subscription = takeUpstream() else { return false }
        subscription.cancel()
        return true
    }

    /// Lets go of upstream, which the caller cancels, while downstream may still ask for what it left. Nil if that has
    /// happened.
    @usableFromInline
    func takeUpstream() -> (any Subscription)? {
        withLock { state in
            guard phase.load(ordering: .relaxed) == .attached else { return nil }
            phase.store(.drained, ordering: .releasing)
            return state.subscription.take() ?? Subscriptions.empty
        }
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
        let before = withLock { state in
            phase.store(.cancelled, ordering: .releasing)
            return state.takeAll()
        }
        _ = before.handler?(.cancel)
        before.subscription?.cancel()
    }

    /// What is to be let go of after the lock. Nil if it was not attached, or has ended.
    private func end() -> UpstreamLinkState? {
        withLock { state in
            guard isAttached || phase.load(ordering: .relaxed) == .drained else { return nil }
            phase.store(.completed, ordering: .releasing)
            return state.takeAll()
        }
    }

    @usableFromInline package var description: String {
        UnsafePointer<CChar>(bitPattern: name).map { String(cString: $0) } ?? ""
    }

    @usableFromInline package var customMirror: Mirror { Mirror(self, children: EmptyCollection()) }

    @usableFromInline package var playgroundDescription: Any { description }
}

/// What an ``UpstreamLink`` keeps until the end.
@usableFromInline
package struct UpstreamLinkState: Sendable {
    /// What downstream does.
    @usableFromInline
    enum Call: Sendable {
        case request(Subscribers.Demand)
        case cancel
    }

    /// Hears of a call, and returns what upstream is asked for, nil for nothing.
    @usableFromInline typealias Handler = @Sendable (Call) -> Subscribers.Demand?

    var subscription: (any Subscription)?
    var handler: Handler?

    @usableFromInline
    init() {}

    /// Lets go of everything, and returns it, to be used and released after the lock. Nothing is copied.
    mutating func takeAll() -> UpstreamLinkState {
        var taken = UpstreamLinkState()
        swap(&self, &taken)
        return taken
    }
}
