import Synchronization

/// The subscription of an operator to its upstream, awaited, attached, ended. To its downstream it is the subscription.
///
/// It accepts one subscription, ends once, and lets go of the subscription then. It never refers to the downstream itself,
/// so that nothing leaks, though upstream may keep the operator and downstream the link. Most subscriptions have one: it
/// fits 80 bytes. An ``UpstreamLink`` does more.
// SAFETY: as of its superclass; what it adds is atomic.
@usableFromInline
package class PlainLink: Guarded<any Subscription>, Subscription, @unchecked Sendable, CustomStringConvertible,
    CustomReflectable, CustomPlaygroundDisplayConvertible
{
    @usableFromInline
    enum Phase: UInt8, Sendable {
        case awaited, attached

        /// Upstream has completed, and downstream may still ask for what it left.
        case drained
        case replaced, completed, cancelled
    }

    /// The address of the name, a null-terminated constant, and below it the phase. It changes under the lock.
    @usableFromInline let word: Atomic<UInt64>

    /// A link that awaits its subscription.
    ///
    /// - Parameter name: what `print()` and a debugger show, the operator's.
    @usableFromInline
    package init(_ name: StaticString) {
        word = Atomic(UInt64(UInt(bitPattern: name.utf8Start)) << 8)
        super.init(NoSubscription())
    }

    /// A link that awaits its subscription, for the operator that another link is for.
    @usableFromInline
    init(named other: PlainLink) {
        word = Atomic(other.word.load(ordering: .relaxed) & ~0xFF)
        super.init(NoSubscription())
    }

    @inlinable @inline(__always)
    final var phase: Phase {
        Phase(rawValue: UInt8(truncatingIfNeeded: word.load(ordering: .acquiring))) ?? .cancelled
    }

    /// Enters a phase. Called under the lock.
    final func enter(_ phase: Phase) {
        word.store(word.load(ordering: .relaxed) & ~0xFF | UInt64(phase.rawValue), ordering: .releasing)
    }

    /// True while values may pass: after the subscription and before the end.
    @inlinable @inline(__always)
    package final var isAttached: Bool { phase == .attached }

    /// True if upstream has completed, or it was cancelled.
    @inlinable @inline(__always)
    final var hasEnded: Bool { phase.rawValue >= Phase.completed.rawValue }

    /// True if downstream wants nothing more, not even the completion.
    @inlinable @inline(__always)
    final var isCancelled: Bool { phase == .cancelled }

    /// Takes the subscription. False, and the subscription is cancelled, if there is one already or all has ended.
    @usableFromInline
    package final func attach(_ subscription: any Subscription) -> Bool {
        let isFirst = withLock { current in
            guard phase == .awaited else { return false }
            // In place of the stand-in, whose release calls nobody.
            current = subscription
            enter(.attached)
            return true
        }
        if !isFirst { subscription.cancel() }
        return isFirst
    }

    /// Begins to hand a closure what downstream does.
    @usableFromInline
    func open(_ handler: @escaping LinkHandler) {
        _ = attach(HandledSubscription(handler: handler))
    }

    /// Downstream asks for values.
    @usableFromInline
    package func request(_ demand: Subscribers.Demand) {
        requestUpstream(demand)
    }

    /// Asks upstream.
    @usableFromInline
    final func requestUpstream(_ demand: Subscribers.Demand) {
        withLock { $0 }.request(demand)
    }

    /// Ends because upstream has completed. True the first time.
    @usableFromInline
    package final func complete() -> Bool {
        let (isFirst, before) = withLock { current in end(&current) }
        withExtendedLifetime(before) {}
        return isFirst
    }

    /// Ends because the operator has what it needs, and cancels upstream. True the first time.
    @usableFromInline
    package final func interrupt() -> Bool {
        let (isFirst, before) = withLock { current in end(&current) }
        before.subscription.cancel()
        return isFirst
    }

    /// Downstream wants nothing more.
    @usableFromInline
    package final func cancel() {
        if isCancelled { return }
        let before = withLock { current in
            enter(.cancelled)
            return takeAll(&current)
        }
        _ = before.handler?(.cancel)
        before.subscription.cancel()
        releaseAfterCancel()
    }

    /// Lets go of what a subclass has of the client's. Called without the lock when downstream has cancelled.
    @usableFromInline
    func releaseAfterCancel() {}

    /// Ends the link if it has not ended. Returns the references to be released after the lock.
    final func end(_ current: inout any Subscription) -> (isFirst: Bool, LinkLeftovers) {
        guard phase == .attached || phase == .drained else { return (false, LinkLeftovers()) }
        enter(.completed)
        return (true, takeAll(&current))
    }

    /// Lets go of everything, and returns it, to be used and released after the lock.
    func takeAll(_ current: inout any Subscription) -> LinkLeftovers {
        LinkLeftovers(subscription: NoSubscription.replacing(&current))
    }

    @usableFromInline package final var description: String {
        UnsafePointer<CChar>(bitPattern: UInt(word.load(ordering: .relaxed) >> 8)).map { String(cString: $0) } ?? ""
    }

    @usableFromInline package final var customMirror: Mirror { Mirror(self, children: EmptyCollection()) }

    @usableFromInline package final var playgroundDescription: Any { description }
}

/// A call by downstream.
@usableFromInline
enum LinkCall: Sendable {
    case request(Subscribers.Demand)
    case cancel
}

/// Hears of a call, and returns what upstream is asked for, nil for nothing.
@usableFromInline typealias LinkHandler = @Sendable (LinkCall) -> Subscribers.Demand?

/// The references that a link has kept until its end.
///
/// Not a tuple: a closure in one is wrapped in another, in an allocation, when it passes generic code such as `withLock`.
struct LinkLeftovers: Sendable {
    var subscription: any Subscription = NoSubscription()
    var handler: LinkHandler?
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
