/// A link that can report what downstream does, counts demand, and takes a second subscription after the first ended.
// SAFETY: as of its superclass; `handler` is used under the lock.
@usableFromInline
package final class UpstreamLink: PlainLink, @unchecked Sendable {
    // SAFETY: read and written under the lock.
    @exclusivity(unchecked) nonisolated(unsafe) private var handler: LinkHandler?

    /// The demand that was asked for and not yet delivered, for operators that count down by `takeOne()`.
    @usableFromInline let outstanding = DemandMeter()

    /// A link that awaits its subscription.
    ///
    /// - Parameter name: what `print()` and a debugger show, the operator's.
    @usableFromInline
    package override init(_ name: StaticString) {
        super.init(name)
    }

    /// A link that awaits its subscription, for the operator that another link is for.
    @usableFromInline
    override init(named other: PlainLink) {
        super.init(named: other)
    }

    /// A link that awaits its subscription, and reports what downstream does.
    ///
    /// - Parameters:
    ///   - name: what `print()` and a debugger show, the operator's.
    ///   - onRequest: turns downstream's demand into the one for upstream.
    ///   - onCancel: called once if downstream cancels before the end, before upstream is cancelled.
    @usableFromInline
    package convenience init(
        _ name: StaticString, onRequest: (@Sendable (Subscribers.Demand) -> Subscribers.Demand)? = nil,
        onCancel: (@Sendable () -> Void)? = nil
    ) {
        self.init(name)
        handler = { call in
            switch call {
            case .request(let demand): return onRequest?(demand) ?? demand
            case .cancel: onCancel?()
            }
            return nil
        }
    }

    /// Takes the subscription, and asks it for what was asked for before it came.
    @usableFromInline
    package func attachAndRequest(_ subscription: any Subscription) -> Bool {
        let demand = take(subscription, inPlaceOf: .awaited, as: .attached) { outstanding.current }
        return ask(subscription, for: demand)
    }

    /// Takes another subscription after the end of the one before, whose events another subscriber receives, and
    /// asks it for what is outstanding.
    @usableFromInline
    func reattach(_ subscription: any Subscription) {
        let demand =
            take(subscription, inPlaceOf: .completed, as: .replaced) { outstanding.current }
            ?? take(subscription, inPlaceOf: .replaced, as: .replaced) { outstanding.current }
        _ = ask(subscription, for: demand)
    }

    /// Takes the subscription if the phase is as expected, and returns what to ask it for at that moment.
    private func take(
        _ subscription: any Subscription, inPlaceOf expected: Phase, as next: Phase,
        _ outstanding: () -> Subscribers.Demand
    ) -> Subscribers.Demand? {
        var taken = subscription
        let demand: Subscribers.Demand? = withLock { current in
            guard phase == expected else { return nil }
            swap(&current, &taken)
            enter(next)
            return outstanding()
        }
        withExtendedLifetime(taken) {}
        return demand
    }

    /// Asks a subscription that was taken, and cancels one that was not, whose demand is nil.
    private func ask(_ subscription: any Subscription, for demand: Subscribers.Demand?) -> Bool {
        guard let demand else {
            subscription.cancel()
            return false
        }
        if demand > .none { subscription.request(demand) }
        return true
    }

    /// Begins to hand a closure what downstream does, with a subscription or without one.
    @usableFromInline
    override func open(_ handler: @escaping LinkHandler) {
        let before = withLock { _ -> LinkHandler? in
            guard !hasEnded else { return nil }
            if phase == .awaited { enter(.attached) }
            defer { self.handler = handler }
            return self.handler
        }
        withExtendedLifetime(before) {}
    }

    @usableFromInline
    package override func request(_ demand: Subscribers.Demand) {
        let link = withLock { current in
            outstanding.add(demand)
            return LinkLeftovers(subscription: current, handler: handler)
        }
        guard let handler = link.handler else { return link.subscription.request(demand) }
        if let translated = handler(.request(demand)) { link.subscription.request(translated) }
    }

    /// Adds to the demand what downstream returned for a value.
    ///
    /// If upstream ended while the value was on its way, it is asked no more: whatever has taken its place is, or will be.
    ///
    /// - Returns: what the upstream that delivered the value is to be asked for.
    @inlinable
    func add(_ more: Subscribers.Demand, returnedTo upstream: PlainLink) -> Subscribers.Demand {
        if more == .none { return .none }
        if upstream.isAttached {
            outstanding.add(more)
            return more
        }
        request(more)
        return .none
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
        withLock { current in
            guard phase == .attached else { return nil }
            enter(.drained)
            return NoSubscription.replacing(&current)
        }
    }

    override func takeAll(_ current: inout any Subscription) -> LinkLeftovers {
        LinkLeftovers(subscription: NoSubscription.replacing(&current), handler: handler.take())
    }
}
