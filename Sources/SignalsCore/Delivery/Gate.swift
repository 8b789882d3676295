import Synchronization

/// The gate that lets one thread deliver at a time, with no lock held meanwhile: one word that says who is inside.
///
/// A thread that finds the gate free owns it until it leaves. The owner is let through again from inside a callback, so
/// that a nested `send` is delivered before it returns. A thread that finds another inside leaves its event in a
/// ``Backlog`` of the gate's user, marks that, and goes on; the owner finds the mark when it leaves, or when it brings an
/// event of its own from inside a callback, and handles the event first: all come in the order in which they were brought.
/// The owner hands the gate over to a thread that waits, so that this ends though others keep sending.
@usableFromInline
struct Gate: ~Copyable, Sendable {
    /// The result of a thread's attempt to enter.
    @usableFromInline
    enum Entry: Sendable {
        /// It owns the gate now, and must leave.
        case entered

        /// It owned the gate before, and must not leave.
        case nested

        /// Another thread is inside.
        case busy

        /// The thread that was inside has gone: this one owns the gate, and finds its event among those that were left
        /// when it leaves.
        case claimed
    }

    /// 0 when free; otherwise the owner's identity, plus `mark` when events were left.
    @usableFromInline let owner = Atomic<UInt>(0)

    @inlinable
    init() {}

    @inlinable
    static var mark: UInt { 1 }

    /// True while this thread is inside.
    @inlinable @inline(__always)
    var isOwned: Bool {
        owner.load(ordering: .relaxed) & ~Self.mark == ThreadIdentity.current.rawValue
    }

    /// True if events were left that the owner has not looked for. Asked by the owner.
    @inlinable @inline(__always)
    var hasLeftEvents: Bool {
        owner.load(ordering: .acquiring) & Self.mark != 0
    }

    /// Enters, if no other thread is inside.
    @inlinable @inline(__always)
    func enter() -> Entry {
        let me = ThreadIdentity.current.rawValue
        let attempt = owner.compareExchange(expected: 0, desired: me, ordering: .acquiring)
        if attempt.exchanged { return .entered }
        return attempt.original & ~Self.mark == me ? .nested : .busy
    }

    /// Enters where a lock keeps others from entering at the same time: cheaper by an atomic exchange.
    @inlinable @inline(__always)
    func enterLocked() -> Entry {
        let me = ThreadIdentity.current.rawValue
        let current = owner.load(ordering: .acquiring)
        if current == 0 {
            owner.store(me, ordering: .relaxed)
            return .entered
        }
        return current & ~Self.mark == me ? .nested : .busy
    }

    /// Marks that an event was left, after it was: `busy` or `claimed`.
    @inlinable
    func markLeftEvent() -> Entry {
        let before = owner.bitwiseOr(Self.mark, ordering: .acquiringAndReleasing).oldValue
        guard before & ~Self.mark == 0 else { return .busy }
        let me = ThreadIdentity.current.rawValue
        let claim = owner.compareExchange(expected: Self.mark, desired: me | Self.mark, ordering: .acquiring)
        return claim.exchanged ? .claimed : .busy
    }

    /// Leaves. False, and the thread stays the owner, if events were left: then it handles them and tries again.
    @inlinable @inline(__always)
    func leave() -> Bool {
        let me = ThreadIdentity.current.rawValue
        if owner.compareExchange(expected: me, desired: 0, ordering: .releasing).exchanged { return true }
        owner.store(me, ordering: .sequentiallyConsistent)
        return false
    }
}
