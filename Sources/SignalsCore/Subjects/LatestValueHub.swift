/// The hub of a ``CurrentValueSubject`` and of an observed `@Published` property, which keeps the latest value too.
///
/// The value has a lock, so that it can be read while a subscriber is inside a callback. The same lock fixes the order of
/// the events: a value is taken on and enters the gate, or is left before it, in one step.
// SAFETY: `latest` and `latestVersion` are touched under the lock only; the rest only inside the gate, whose ownership
// passes with acquire and release.
@usableFromInline
final class LatestValueHub<Output: Sendable, Failure: Error>: Broadcast<Output, Failure>, @unchecked Sendable {
    @usableFromInline @exclusivity(unchecked) var latest: Output
    @usableFromInline @exclusivity(unchecked) var latestVersion: UInt64 = 0

    /// The number of deliveries under way that do not count a reference to this object, and a reference to it that they
    /// need, since the property let go of it meanwhile. They belong to the thread inside the gate.
    @usableFromInline @exclusivity(unchecked) var borrowings = 0
    @usableFromInline @exclusivity(unchecked) var survivor: LatestValueHub?

    @usableFromInline
    init(_ name: Name, _ value: Output, lock: Locked<Elsewhere> = Locked(Elsewhere())) {
        latest = value
        super.init(name, lock: lock, entersUnderLock: true)
        self.value = value
    }

    @inlinable @inline(__always)
    var latestValue: Output { lock.withLock { _ in latest } }

    /// The value, but inside a delivery of this thread the one that is being replaced: the timing of `willSet`.
    @inlinable @inline(__always)
    var settledValue: Output { lock.withLock { _ in settledValueUnderLock } }

    @inlinable @inline(__always)
    var settledValueUnderLock: Output {
        if gate.isOwned, let replaced { return replaced }
        return latest
    }

    /// Takes on a value and delivers it, or leaves it to the thread that delivers at the moment.
    ///
    /// - Parameters:
    ///   - value: the value.
    ///   - isProperty: true if the value counts as set once it is delivered.
    /// - Returns: false after the completion.
    @inlinable @inline(__always) @discardableResult
    func send(_ value: Output, isProperty: Bool = false) -> Bool {
        // Not a tuple of the two, whose metadata unspecialized code would look up for each value.
        var replaced = value
        guard let entry = lock.withLock({ _ in takeOnUnderLock(value, &replaced) }) else { return false }
        finish(value, entry, replaced, isProperty: isProperty)
        return true
    }

    /// Takes a value on, as the first half of `send`. Nil after the completion. If the gate is busy, nothing is taken on.
    @inlinable @inline(__always)
    func takeOnUnderLock(_ value: Output, _ replaced: inout Output) -> Gate.Entry? {
        if isOver { return nil }
        let entry = enterUnderLock()
        if entry != .busy { replaced = replace(by: value) }
        return entry
    }

    /// Enters the gate, to replace the value and finish with that. Busy after the completion.
    @inlinable @inline(__always)
    func enterUnderLock() -> Gate.Entry {
        if isOver { return .busy }
        let entry = gate.enterLocked()
        // Before the value is taken on, which is to be delivered after what was taken on before it.
        if entry == .nested, gate.hasLeftEvents { takeEarlier() }
        return entry
    }

    /// Delivers a value that was taken on, as the second half of `send`.
    @inlinable @inline(__always)
    func finish(_ value: Output, _ entry: Gate.Entry, _ replaced: Output, isProperty: Bool) {
        if entry == .busy { return sendBeside(value) }
        deliver(value, entry, replacing: isProperty ? replaced : nil)
        withExtendedLifetime(replaced) {}
        if entry == .entered, !gate.leave() { handleBacklog() }
    }

    /// Delivers a value, after those that were taken on before it.
    @inlinable @inline(__always)
    func deliver(_ value: Output, _ entry: Gate.Entry, replacing replaced: Output?) {
        if entry == .nested { return deliverNested(value, replacing: replaced) }
        deliver(value, replacing: replaced)
    }

    // Out of line, with the metadata that it needs.
    @inlinable @inline(never)
    func deliverNested(_ value: Output, replacing replaced: Output?) {
        if inHand.isEmpty { return deliver(value, replacing: replaced) }
        inHand.append(.nestedValue(value, replaced: replaced))
        handleInHand()
    }

    /// Does the same for a property, which keeps this object: no reference to it is counted. If a subscriber has the
    /// property let go of it, by assigning another wrapper, it survives until the end of the delivery.
    @inlinable @inline(__always)
    func finishBorrowed(_ value: Output, _ entry: Gate.Entry, _ replaced: Output) {
        borrowings += 1
        deliver(value, entry, replacing: replaced)
        withExtendedLifetime(replaced) {}
        borrowings -= 1
        let survivor = borrowings == 0 && survivor != nil ? survivor.take() : nil
        if entry == .entered, !gate.leave() { Self.handleBacklog(of: .passUnretained(self)) }
        withExtendedLifetime(survivor) {}
    }

    /// Handles what others have left, and counts a reference meanwhile: a subscriber may have the property let go of the
    /// hub. Not a method, whose caller would be taken to keep it.
    @usableFromInline @inline(never)
    static func handleBacklog(of hub: Unmanaged<LatestValueHub>) {
        hub.takeUnretainedValue().handleBacklog()
    }

    /// Notes that the property lets go of this object.
    func propertyEnds() {
        if gate.isOwned, borrowings > 0 { survivor = self }
    }

    @inlinable @inline(__always)
    func replace(by value: Output) -> Output {
        let replaced = latest
        latest = value
        latestVersion &+= 1
        return replaced
    }

    /// Takes a value on and leaves it for the thread that delivers at the moment, or waits until it can be delivered here.
    @usableFromInline @inline(never)
    func sendBeside(_ value: Output) {
        var released: Output?
        let isOwned = gate.leaveOrWait { step in
            lock.withLock { _ in
                gate.perform(step, in: &backlog) { backlog in
                    if isOver { return }
                    released = replace(by: value)
                    backlog.leave(.value(value))
                }
            }
        }
        withExtendedLifetime(released) {}
        if isOwned, !gate.leave() { handleBacklog() }
    }

    /// Changes the value and notifies nobody, as after the end.
    @usableFromInline
    func setSilently(_ value: Output) {
        let replaced = lock.withLock { _ in replace(by: value) }
        withExtendedLifetime(replaced) {}
    }

    /// Ends, notifies the subscribers and releases them.
    @usableFromInline
    func complete(_ completion: Subscribers.Completion<Failure>) {
        let isFirst = lock.withLock { _ in
            if isOver { return false }
            self.completion = completion
            isOver = true
            return true
        }
        guard isFirst else { return }
        endUpstreams()
        pass(.completion(completion))
    }

    @usableFromInline
    override func deliverMissed(to subscription: SubjectSubscription) {
        guard subscription.hasMissed.load(ordering: .relaxed) || chain.isAhead(subscription) else { return }
        if chain.depth > 0 { deliverToTheRest() }
        // Whoever is removed is kept while a value is on its way.
        chain.depth += 1
        while subscription.entry.isListed, subscription.hasMissed.load(ordering: .relaxed), let value {
            // Nobody follows.
            chain.cursor = nil
            if !deliverIfWanted(value, to: subscription) { break }
        }
        chain.depth -= 1
        releaseRemoved()
    }

    override func begin(_ subscription: SubjectSubscription, since version: UInt64) {
        guard self.version != version || subscription.hasMissed.load(ordering: .relaxed) else { return }
        subscription.hasMissed.store(true, ordering: .relaxed)
        deliverMissed(to: subscription)
    }

    override func end(_ completion: Subscribers.Completion<Failure>) {
        deliverCompletion(completion)
        // The latest value stays; what was delivered last is of use to nobody any more.
        value = nil
    }
}
