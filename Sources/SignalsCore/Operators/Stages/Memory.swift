/// The state that a ``Step`` or a ``Reduction`` keeps from one value to the next.
///
/// Values come one after another, so no value is lost between a read and the write after it, and the operator's closure
/// can run between the two without a lock.
@usableFromInline
struct Memory<Value: Sendable>: Sendable {
    @usableFromInline let state: Locked<Value>

    @usableFromInline @inline(never)
    init(_ initial: Value) {
        state = Locked(initial)
    }

    /// The remembered value. The one that a new value replaces is released after the lock.
    @inlinable
    var value: Value {
        get { state.withLock { $0 } }
        nonmutating set {
            state.release { state in
                defer { state = newValue }
                return state
            }
        }
    }
}
