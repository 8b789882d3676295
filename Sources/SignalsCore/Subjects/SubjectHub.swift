import Synchronization

/// The hub of every kind of subject, whatever its values are: the gate that keeps their events serial, the chain of the
/// subscribers, and the upstreams.
///
/// It is not generic, so that asking and cancelling are the same compiled code for all.
// SAFETY: the chain is touched only inside the gate, whose ownership passes with acquire and release; the upstreams under
// the lock; `isOver` inside the gate too, but under the lock in a `LatestValueHub`.
@usableFromInline
class SubjectHub: @unchecked Sendable {
    /// The name of a subscription that `print()` and a debugger show.
    @usableFromInline
    enum Name: String, Sendable {
        case passthrough = "PassthroughSubject"
        case currentValue = "CurrentValueSubject"
        case published = "PublishedSubject"
        case objectWillChange = "ObservableObjectPublisher"
    }

    /// A call of a subscription to its subject.
    @usableFromInline
    enum Call: Sendable {
        case request, detach
    }

    @usableFromInline let gate = Gate()
    @usableFromInline let lock: Locked<Elsewhere>
    @usableFromInline @exclusivity(unchecked) final var chain = SubscriberChain()

    /// True after the completion. Says the same as `Broadcast.completion`, without its generic type.
    @usableFromInline @exclusivity(unchecked) final var isOver = false
    @exclusivity(unchecked) private var upstreams = SubjectUpstreams()

    /// Says the same as `upstreams.areWanted`.
    private let areUpstreamsWanted = Atomic<Bool>(false)
    final let name: Name

    /// True if the gate is entered under the lock, which fixes the order of what is kept and what is delivered.
    @usableFromInline final let entersUnderLock: Bool

    @usableFromInline
    init(_ name: Name, lock: Locked<Elsewhere>, entersUnderLock: Bool) {
        self.name = name
        self.lock = lock
        self.entersUnderLock = entersUnderLock
    }

    deinit {
        SubscriberChain.release(chain.first)
        SubscriberChain.release(chain.removed)
    }

    /// Leaves a call for the thread inside the gate. Called under the lock.
    func leave(_ call: Call, of subscription: SubjectSubscription) {
        fatalError("A subject's hub has to know where its events are left.")
    }

    /// Handles what was left, as the owner of the gate.
    @usableFromInline
    func handleBacklog() {
        fatalError("A subject's hub has to handle the events that were left.")
    }

    /// Delivers what a subscriber has missed, inside the gate.
    @usableFromInline
    func deliverMissed(to subscription: SubjectSubscription) {}

    /// Takes a request of a subscriber.
    final func requested(_ subscription: SubjectSubscription) {
        if entersUnderLock || !areUpstreamsWanted.load(ordering: .acquiring) { pass(.request, of: subscription) }
    }

    /// Takes the cancel of a subscriber.
    final func cancelled(_ subscription: SubjectSubscription) {
        pass(.detach, of: subscription)
    }

    private func pass(_ call: Call, of subscription: SubjectSubscription) {
        switch enter({ leave(call, of: subscription) }) {
        case .entered:
            handle(call, of: subscription)
            if !gate.leave() { handleBacklog() }
        case .nested: handle(call, of: subscription)
        case .claimed: if !gate.leave() { handleBacklog() }
        case .busy: break
        }
    }

    /// Enters the gate, or leaves an event for the thread inside.
    @inlinable @inline(__always)
    final func enter(_ leave: () -> Void) -> Gate.Entry {
        let entry = entersUnderLock ? lock.withLock { _ in enterOrLeave(leave, gate.enterLocked()) } : gate.enter()
        if entersUnderLock || entry != .busy { return entry }
        return lock.withLock { _ in enterOrLeave(leave, .busy) }
    }

    @inlinable @inline(__always)
    final func enterOrLeave(_ leave: () -> Void, _ entry: Gate.Entry) -> Gate.Entry {
        guard entry == .busy else { return entry }
        leave()
        return gate.markLeftEvent()
    }

    /// Handles a call inside the gate.
    final func handle(_ call: Call, of subscription: SubjectSubscription) {
        switch call {
        case .request where entersUnderLock: deliverMissed(to: subscription)
        case .request: if subscription.entry.isListed { wantUpstreams() }
        case .detach:
            chain.remove(subscription)
            releaseRemoved()
        }
    }

    @inlinable @inline(__always)
    final func releaseRemoved() {
        if let removed = chain.takeRemoved() { SubscriberChain.release(removed) }
    }
}

// The upstreams.
extension SubjectHub {
    /// Takes values from an upstream: at once, or from the time a subscriber wants them.
    @usableFromInline
    final func follow(_ upstream: any Subscription) {
        let (ended, isWanted) = lock.withLock { _ in (upstreams.append(upstream), upstreams.areWanted) }
        guard ended != nil else { return upstream.cancel() }
        if entersUnderLock || isWanted { upstream.request(.unlimited) }
    }

    /// Asks the upstreams for values, the first time a subscriber does.
    final func wantUpstreams() {
        let asked = lock.withLock { _ in upstreams.want() }
        areUpstreamsWanted.store(true, ordering: .releasing)
        for upstream in asked { upstream.request(.unlimited) }
    }

    /// Lets go of the upstreams, and takes none from now on.
    final func endUpstreams() {
        for upstream in lock.withLock({ _ in upstreams.end() }) { upstream.cancel() }
    }

    /// The number of upstreams that are kept.
    final var upstreamCount: Int { lock.withLock { _ in upstreams.count } }

    @usableFromInline
    final func cancelUpstreams() {
        for upstream in lock.withLock({ _ in upstreams.takeAll() }) { upstream.cancel() }
    }
}
