/// A ``Gate`` with a place for the events that are left, and with state that belongs to whoever is inside.
// SAFETY: `state` is touched only inside the gate, whose ownership passes with acquire and release.
@usableFromInline
final class SerialGate<State, Event: Sendable>: @unchecked Sendable {
    @usableFromInline let gate = Gate()
    @usableFromInline let left = Locked<[Event]>([])
    @usableFromInline @exclusivity(unchecked) var state: State

    @inlinable @inline(never)
    init(_ state: State) {
        self.state = state
    }

    /// Handles the event, now or, when another thread is inside, on that thread before it leaves.
    ///
    /// - Parameter handle: handles one event. Inside it, `state` may be read and changed; access to it must not last
    ///   while a subscriber is called, since that may come back here.
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
