/// A ``Gate`` with a place for the events that are left: handles events one at a time, in one order, without holding a
/// lock meanwhile.
@usableFromInline
final class SerialGate<Event: Sendable>: Sendable {
    @usableFromInline let gate = Gate()
    @usableFromInline let left = Locked<[Event]>([])

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
        } else if !leave(event) {
            return
        }
        if !gate.leave() { handleLeftEvents(handle) }
    }

    /// Leaves the event for the thread inside. True if that has gone, and this one owns the gate.
    @inlinable @inline(never)
    func leave(_ event: Event) -> Bool {
        left.withLock { $0.append(event) }
        return gate.markLeftEvent() == .claimed
    }

    @inlinable @inline(never)
    func handleLeftEvents(_ handle: (Event) -> Void) {
        repeat {
            for event in left.withLock({ $0.takeAll() }) { handle(event) }
        } while !gate.leave()
    }
}
