/// What a ``Step`` or a ``Reduction`` remembers from one value to the next.
///
/// Values come one after another, so no value is lost between a read and the write behind it, and the operator's closure
/// can run between the two without a lock.
@usableFromInline
struct Memory<Value: Sendable>: Sendable {
    @usableFromInline let state: Locked<Value>

    @usableFromInline @inline(never)
    init(_ initial: Value) {
        state = Locked(initial)
    }

    /// What is remembered. What a new value replaces is released after the lock.
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
