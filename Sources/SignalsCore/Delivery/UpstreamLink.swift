/// A link that can report what downstream does, counts demand, and takes a second subscription after the first ended.
@usableFromInline
package final class UpstreamLink: OutflowLink {
    // Not a tuple: a closure in one is wrapped in another, in an allocation, when it passes generic code such as
    // `withLock`.
    @usableFromInline
    struct Contents: LinkContents {
        @usableFromInline var subscription: any Subscription = NoSubscription()
        @usableFromInline var handler: LinkHandler?

        @usableFromInline
        init() {}
    }

    @usableFromInline let life: LinkLife<Contents>

    /// The demand that was asked for and not yet delivered, for operators that count down by `takeOne()`.
    @usableFromInline let outstanding = DemandMeter()

    /// A link that awaits its subscription.
    ///
    /// - Parameter name: the name that `print()` and a debugger show, the operator's.
    @usableFromInline
    package init(_ name: StaticString) {
        life = LinkLife(name, Contents())
    }

    /// A link that awaits its subscription, for the operator that another link is for.
    @usableFromInline
    init(named other: UpstreamLink) {
        life = LinkLife(named: other.life, Contents())
    }

    /// A link that awaits its subscription, and reports what downstream does.
    ///
    /// - Parameters:
    ///   - name: the name that `print()` and a debugger show, the operator's.
    ///   - onRequest: turns downstream's demand into the one for upstream.
    ///   - onCancel: called once if downstream cancels before the end, before upstream is cancelled.
    @usableFromInline
    package init(
        _ name: StaticString, onRequest: (@Sendable (Subscribers.Demand) -> Subscribers.Demand)? = nil,
        onCancel: (@Sendable () -> Void)? = nil
    ) {
        var contents = Contents()
        contents.handler = { call in
            switch call {
            case .request(let demand): return onRequest?(demand) ?? demand
            case .cancel: onCancel?()
            }
            return nil
        }
        life = LinkLife(name, contents)
    }

    /// True while values may pass: after the subscription and before the end.
    @inlinable @inline(__always)
    package var isAttached: Bool { life.isAttached }

    /// True if upstream has completed, or it was cancelled.
    @inlinable @inline(__always)
    var hasEnded: Bool { life.hasEnded }

    @inlinable @inline(__always)
    package var isCancelled: Bool { life.isCancelled }

    @usableFromInline
    package func attach(_ subscription: any Subscription) -> Bool { life.attach(subscription) }

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
        _ subscription: any Subscription, inPlaceOf expected: LinkPhase, as next: LinkPhase,
        _ outstanding: () -> Subscribers.Demand
    ) -> Subscribers.Demand? {
        var taken = subscription
        let demand: Subscribers.Demand? = life.contents.withLock { contents in
            guard life.phase == expected else { return nil }
            swap(&contents.subscription, &taken)
            life.enter(next)
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
    package func open(_ handler: @escaping LinkHandler) {
        life.contents.release { contents -> LinkHandler? in
            guard !hasEnded else { return nil }
            if life.phase == .awaited { life.enter(.attached) }
            defer { contents.handler = handler }
            return contents.handler
        }
    }

    /// Takes what downstream asks for.
    @usableFromInline
    package func request(_ demand: Subscribers.Demand) {
        let contents = life.contents.withLock { contents in
            outstanding.add(demand)
            return contents
        }
        guard let handler = contents.handler else { return contents.subscription.request(demand) }
        if let translated = handler(.request(demand)) { contents.subscription.request(translated) }
    }

    @usableFromInline
    package func requestUpstream(_ demand: Subscribers.Demand) { life.requestUpstream(demand) }

    @usableFromInline
    package func complete() -> Bool { life.end().isFirst }

    /// Ends because the operator has what it needs, and cancels upstream. True the first time.
    @usableFromInline
    package func interrupt() -> Bool { life.interrupt() }

    /// Ends because downstream wants nothing more.
    @usableFromInline
    package func cancel() {
        let before = life.cancel()
        _ = before.handler?(.cancel)
        before.subscription.cancel()
    }

    /// Adds to the demand what downstream returned for a value.
    ///
    /// If upstream ended while the value was on its way, it is asked no more: whatever has taken its place is, or will be.
    ///
    /// - Returns: what the upstream that delivered the value is to be asked for.
    @inlinable
    func add(_ more: Subscribers.Demand, whileAttached isAttached: @autoclosure () -> Bool) -> Subscribers.Demand {
        if more == .none { return .none }
        if isAttached() {
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
        life.contents.withLock { contents in
            guard life.phase == .attached else { return nil }
            life.enter(.drained)
            return NoSubscription.replacing(&contents.subscription)
        }
    }

    @usableFromInline package var description: String { life.name }
}
