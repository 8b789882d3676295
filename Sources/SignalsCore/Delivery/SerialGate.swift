/// A ``Gate`` with a ``Backlog``: handles events one at a time, in one order, without holding a lock meanwhile.
@usableFromInline
final class SerialGate<Event: Sendable>: Sendable {
    @usableFromInline let gate = Gate()
    @usableFromInline let backlog = Locked(Backlog<Event>())

    @inlinable @inline(never)
    init() {}

    /// Handles the event, now or, when another thread is inside, on that thread before it leaves.
    ///
    /// - Parameter handle: handles one event.
    @inlinable @inline(__always)
    func pass(_ event: Event, _ handle: (Event) -> Void) {
        let entry = gate.enter()
        if entry == .nested { return handle(event) }
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
        gate.handleBacklog(
            { share in backlog.withLock { gate.next(in: &$0, hasDoneItsShare: share) } }, handle)
    }
}
