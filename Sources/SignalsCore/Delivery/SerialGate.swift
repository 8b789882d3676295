/// A ``Gate`` with a ``Backlog``: handles events one at a time, in one order, without holding a lock meanwhile.
@usableFromInline
final class SerialGate<Event: Sendable>: Sendable {
    @usableFromInline let gate = Gate()
    @usableFromInline let backlog = Locked(Backlog<Event>())

    /// Events that the thread inside has taken out of the backlog and not handled.
    @usableFromInline let inHand = Locked(Queue<Event>())

    @inlinable @inline(never)
    init() {}

    /// Handles the event, now or, when another thread is inside, on that thread before it leaves.
    ///
    /// - Parameter handle: handles one event.
    @inlinable @inline(__always)
    func pass(_ event: Event, _ handle: (Event) -> Void) {
        let entry = gate.enter()
        if entry == .nested { return passNested(event, handle) }
        if entry == .entered {
            handle(event)
        } else if !leaveOrWait(event) {
            return
        }
        if !gate.leave() { handleBacklog(handle) }
    }

    /// Leaves the event for the thread inside. True if this thread owns the gate now.
    @inlinable @inline(never)
    func leaveOrWait(_ event: Event) -> Bool {
        gate.leaveOrWait { step in backlog.withLock { gate.perform(step, in: &$0) { $0.leave(event) } } }
    }

    @inlinable @inline(never)
    func handleBacklog(_ handle: (Event) -> Void) {
        gate.handleBacklog({ share in backlog.withLock { gate.next(in: &$0, hasDoneItsShare: share) } }) { events in
            handleInHand(adding: events, handle)
        }
    }

    /// Handles what this thread brings from inside a callback, after what others have left.
    @inlinable @inline(never)
    func passNested(_ event: Event, _ handle: (Event) -> Void) {
        let earlier = gate.hasLeftEvents ? backlog.withLock { $0.takeEvents() } : []
        if earlier.isEmpty, inHand.withLock({ $0.isEmpty }) { return handle(event) }
        handleInHand(adding: earlier + [event], handle)
    }

    @inlinable
    func handleInHand(adding events: [Event], _ handle: (Event) -> Void) {
        inHand.withLock { queue in for event in events { queue.append(event) } }
        while let event = inHand.withLock({ $0.popFirst() }) { handle(event) }
    }
}
