/// The subscription of an operator to its upstream, awaited, attached, ended. To its downstream it is the subscription.
///
/// It accepts one subscription, ends once, and lets go of the subscription then. It never refers to the downstream itself,
/// so that nothing leaks, though upstream may keep the operator and downstream the link. Most subscriptions have one: it
/// fits 80 bytes. An ``UpstreamLink`` does more.
@usableFromInline
package final class PlainLink: OutflowLink {
    @usableFromInline
    struct Contents: LinkContents {
        @usableFromInline var subscription: any Subscription = NoSubscription()

        @usableFromInline
        init() {}
    }

    @usableFromInline let life: LinkLife<Contents>

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

    /// True while values may pass: after the subscription and before the end.
    @inlinable @inline(__always)
    package var isAttached: Bool { life.isAttached }

    @inlinable @inline(__always)
    package var isCancelled: Bool { life.isCancelled }

    @usableFromInline
    package func attach(_ subscription: any Subscription) -> Bool { life.attach(subscription) }

    @usableFromInline
    package func open(_ handler: @escaping LinkHandler) {
        _ = attach(HandledSubscription(handler: handler))
    }

    /// Takes what downstream asks for.
    @usableFromInline
    package func request(_ demand: Subscribers.Demand) { life.requestUpstream(demand) }

    @usableFromInline
    package func requestUpstream(_ demand: Subscribers.Demand) { life.requestUpstream(demand) }

    @usableFromInline
    package func complete() -> Bool { life.end().isFirst }

    /// Ends because the operator has what it needs, and cancels upstream. True the first time.
    @usableFromInline
    package func interrupt() -> Bool { life.interrupt() }

    /// Ends because downstream wants nothing more.
    @usableFromInline
    package func cancel() { life.cancel().subscription.cancel() }

    @usableFromInline package var description: String { life.name }
}

/// The subscription of an operator that has several: downstream's calls go to a closure.
private struct HandledSubscription: Subscription {
    let handler: LinkHandler

    var combineIdentifier: CombineIdentifier { CombineIdentifier() }

    func request(_ demand: Subscribers.Demand) {
        _ = handler(.request(demand))
    }

    func cancel() {
        _ = handler(.cancel)
    }
}
