import Synchronization

/// Handles events one at a time, in one order, without holding a lock meanwhile: how the subjects keep their events
/// serial.
///
/// A thread that finds the gate free owns it while it handles its event. A thread that finds another inside leaves its
/// event behind and goes on; the owner handles it before it leaves. The owner itself may come again from inside a
/// callback, and is let through at once, so that a nested `send` is delivered before it returns.
///
/// The state belongs to whoever owns the gate. Entering and leaving cost one atomic exchange each.
// SAFETY: `state` is touched only by the thread that owns the gate, and ownership passes with acquire and release.
@usableFromInline
final class SerialGate<State, Event: Sendable>: @unchecked Sendable {
    /// 0 when free; otherwise the owner's identity, plus `mark` when events were left behind.
    @usableFromInline let owner = Atomic<UInt>(0)
    @usableFromInline let leftBehind = Locked<[Event]>([])
    @usableFromInline var state: State

    @inlinable @inline(never)
    init(_ state: State) {
        self.state = state
    }

    @inlinable
    static var mark: UInt { 1 }

    /// Handles the event, now or, when another thread is inside, on that thread before it leaves.
    ///
    /// - Parameter handle: handles one event. Inside it, `state` may be read and changed; access to it must not last
    ///   while a subscriber is called, since that may come back here.
    @inlinable @inline(__always)
    func pass(_ event: Event, _ handle: (Event) -> Void) {
        let me = ThreadIdentity.current.rawValue
        let entry = owner.compareExchange(expected: 0, desired: me, ordering: .acquiring)
        if entry.exchanged {
            handle(event)
        } else if entry.original & ~Self.mark == me {
            handle(event)
            return
        } else if !leaveBehind(event, me) {
            return
        }
        if !owner.compareExchange(expected: me, desired: 0, ordering: .releasing).exchanged {
            handleLeftBehind(me, handle)
        }
    }

    /// Leaves the event for the owner. True if there was none any more, so that this thread now owns the gate.
    @inlinable @inline(never)
    func leaveBehind(_ event: Event, _ me: UInt) -> Bool {
        leftBehind.withLock { $0.append(event) }
        let before = owner.bitwiseOr(Self.mark, ordering: .acquiringAndReleasing).oldValue
        guard before & ~Self.mark == 0 else { return false }
        return owner.compareExchange(expected: Self.mark, desired: me | Self.mark, ordering: .acquiring).exchanged
    }

    /// Handles what others left behind, until the gate can be left.
    @inlinable @inline(never)
    func handleLeftBehind(_ me: UInt, _ handle: (Event) -> Void) {
        repeat {
            _ = owner.exchange(me, ordering: .acquiringAndReleasing)
            let events = leftBehind.withLock { $0.takeAll() }
            for event in events { handle(event) }
        } while !owner.compareExchange(expected: me, desired: 0, ordering: .releasing).exchanged
    }
}
