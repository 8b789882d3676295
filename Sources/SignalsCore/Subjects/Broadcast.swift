/// The delivery of a subject's values to its subscribers: in one order for all, serially, with no lock held.
///
/// A value goes to the subscribers that are attached when its delivery begins, in the order of their subscription; what
/// other threads left before is delivered before a new one is attached. A value sent from inside a subscriber is delivered before that `send` returns, but after the one that is on its way, so that
/// all subscribers see one order. What another thread sends meanwhile is left in the backlog, and comes before what is sent
/// from inside a subscriber after it.
// SAFETY: the backlog is touched under the lock, and so is the completion by `LatestValueHub`; everything else here only
// inside the gate, whose ownership passes with acquire and release.
@usableFromInline
class Broadcast<Output: Sendable, Failure: Error>: SubjectHub, @unchecked Sendable {
    @usableFromInline typealias Target = SubjectTarget<Output, Failure>

    /// An event that was left for the thread inside the gate.
    @usableFromInline
    enum Event: Sendable {
        case value(Output)

        /// One that was sent from inside a delivery, and what it replaces.
        case nestedValue(Output, replaced: Output?)
        case completion(Subscribers.Completion<Failure>)

        /// A subscriber that has its subscription, and all values up to a version.
        case attach(SubjectSubscription, Target, version: UInt64)
        case call(Call, SubjectSubscription)
    }

    /// Values that were sent from inside a delivery and wait for those before them, with what each replaces.
    @usableFromInline @exclusivity(unchecked) final var waiting: [(value: Output, replaced: Output?)] = []

    /// The value on its way, or for subjects that keep it the latest that was.
    @usableFromInline @exclusivity(unchecked) final var value: Output?

    /// The number of values so far.
    @usableFromInline @exclusivity(unchecked) final var version: UInt64 = 0

    /// The property's value as the thread sees it that delivers the new one: the value that this replaces.
    @usableFromInline @exclusivity(unchecked) final var replaced: Output?
    @usableFromInline @exclusivity(unchecked) final var completion: Subscribers.Completion<Failure>?
    @usableFromInline @exclusivity(unchecked) final var backlog = Backlog<Event>()

    /// Events that were taken out of the backlog and not handled.
    @usableFromInline @exclusivity(unchecked) final var inHand = ArrayQueue<Event>()

    @usableFromInline
    override init(_ name: Name, lock: Locked<Elsewhere>, entersUnderLock: Bool) {
        super.init(name, lock: lock, entersUnderLock: entersUnderLock)
    }

    /// Delivers a value, after the one that is on its way.
    @inlinable @inline(__always)
    final func deliver(_ value: Output, replacing replaced: Output? = nil) {
        if chain.depth > 0 { return deliverInOrder(value, replaced) }
        if entersUnderLock { self.replaced = replaced }
        deliverNow(value)
        if entersUnderLock { self.replaced = nil }
    }

    @inlinable @inline(__always)
    final func deliverNow(_ value: Output) {
        chain.depth += 1
        chain.cursor = chain.first
        chain.end = chain.nextPosition
        version &+= 1
        self.value = value
        deliverToTheRest(value)
        if !entersUnderLock { self.value = nil }
        chain.depth -= 1
        releaseRemoved()
    }

    @inlinable @inline(__always)
    final func deliverToTheRest(_ value: Output) {
        while let link = chain.cursor {
            let isReached = link._withUnsafeGuaranteedRef { subscription in
                guard subscription.entry.position < chain.end else { return false }
                chain.cursor = subscription.entry.next
                offer(value, subscription)
                return true
            }
            if !isReached { return }
        }
    }

    @inlinable @inline(__always)
    final func offer(_ value: Output, _ subscription: SubjectSubscription) {
        if deliverIfWanted(value, to: subscription) { deliverMissed(to: subscription) }
    }

    /// Delivers a value if it is wanted. True if the subscriber has missed another meanwhile, and wants it now.
    @inlinable @inline(__always)
    final func deliverIfWanted(_ value: Output, to subscription: SubjectSubscription) -> Bool {
        guard let target = subscription.entry.target else { return false }
        return Unmanaged<Target>.fromOpaque(target)._withUnsafeGuaranteedRef { $0.offer(value, subscription) }
    }

    /// Delivers a value that is sent from inside a delivery: after that one, and after all that were sent before it.
    @inlinable @inline(never)
    final func deliverInOrder(_ value: Output, _ replaced: Output?) {
        waiting.append((value, replaced))
        deliverWaiting()
    }

    /// Finishes the delivery that is under way, and what was sent from inside it.
    @inlinable @inline(never)
    final func deliverWaiting() {
        deliverToTheRest()
        while !waiting.isEmpty {
            let next = waiting.removeFirst()
            replaced = next.replaced
            deliverNow(next.value)
        }
        // All that this thread has sent is delivered.
        replaced = nil
    }

    /// Finishes the delivery from inside which another was begun.
    @inlinable @inline(never)
    final func deliverToTheRest() {
        if let value { deliverToTheRest(value) }
    }

    /// Tells all subscribers how the subject has ended, and lets go of them.
    final func deliverCompletion(_ completion: Subscribers.Completion<Failure>) {
        if chain.depth > 0 { deliverWaiting() }
        chain.depth += 1
        let all = chain.removeAll()
        var link = all
        while let subscription = link {
            link = subscription._withUnsafeGuaranteedRef { subscription in
                if let target = subscription.entry.target {
                    let target = Unmanaged<Target>.fromOpaque(target)
                    target._withUnsafeGuaranteedRef { complete(subscription, $0, completion) }
                }
                return subscription.entry.next
            }
        }
        chain.keepRemoved(all)
        chain.depth -= 1
        releaseRemoved()
    }

    /// Delivers the completion, unless cancelled.
    @usableFromInline
    final func complete(
        _ subscription: SubjectSubscription, _ target: Target, _ completion: Subscribers.Completion<Failure>
    ) {
        if subscription.end() { target.receiveCompletion(completion) }
    }

    /// Handles an event that was left, inside the gate.
    @usableFromInline
    func handle(_ event: Event) {
        switch event {
        case .value(let value): deliver(value)
        case .nestedValue(let value, let replaced): deliver(value, replacing: replaced)
        case .completion(let completion): end(completion)
        case .attach(let subscription, let target, let version): attach(subscription, target, since: version)
        case .call(let call, let subscription): handle(call, of: subscription)
        }
    }

    /// Ends, inside the gate.
    func end(_ completion: Subscribers.Completion<Failure>) {
        if isOver { return }
        self.completion = completion
        isOver = true
        endUpstreams()
        deliverCompletion(completion)
    }

    /// Adds a subscriber that has its subscription.
    private func attach(_ subscription: SubjectSubscription, _ target: Target, since version: UInt64) {
        if let completion = lock.withLock({ _ in self.completion }) {
            return complete(subscription, target, completion)
        }
        chain.append(subscription, target)
        // A cancel or a request on another thread either sees the subscriber from here on, or is seen here.
        guard subscription.demand.synchronize() else { return handle(.detach, of: subscription) }
        begin(subscription, since: version)
    }

    /// Begins to deliver to a subscriber that was added after it had its subscription.
    func begin(_ subscription: SubjectSubscription, since version: UInt64) {
        if subscription.demand.current > .none { wantUpstreams() }
    }

    /// Handles an event other than a value, or leaves it for the thread inside the gate.
    @usableFromInline
    final func pass(_ event: Event) {
        switch enter({ backlog.leave(event) }) {
        case .entered:
            handle(event)
            if !gate.leave() { handleBacklog() }
        case .nested where hasEarlier: handleAfterEarlier(event)
        case .nested: handle(event)
        case .claimed: if !gate.leave() { handleBacklog() }
        case .busy: break
        }
    }

    override func leave(_ call: Call, of subscription: SubjectSubscription) {
        backlog.leave(.call(call, subscription))
    }

    @usableFromInline
    override final func handleBacklog() {
        gate.handleBacklog({ share in lock.withLock { _ in gate.next(in: &backlog, hasDoneItsShare: share) } }) {
            events in
            for event in events { inHand.append(event) }
            handleInHand()
        }
    }

    /// True if others have left events that are not handled. Asked inside a delivery.
    @inlinable @inline(__always)
    final var hasEarlier: Bool { gate.hasLeftEvents || !inHand.isEmpty }

    /// Handles what others have left, and then what this thread brings from inside a delivery.
    @usableFromInline @inline(never)
    final func handleAfterEarlier(_ event: Event?) {
        lock.withLock { _ in takeEarlier() }
        if let event { inHand.append(event) }
        handleInHand()
    }

    /// Takes what others have left, as the first half of that. Called under the lock.
    @usableFromInline @inline(never)
    final func takeEarlier() {
        for event in backlog.takeEvents() { inHand.append(event) }
    }

    @usableFromInline @inline(never)
    final func handleInHand() {
        while let event = inHand.popFirst() { handle(event) }
    }
}
