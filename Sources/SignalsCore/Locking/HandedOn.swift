import Synchronization

/// State inside an object that belongs to one thread at a time, without a lock: what hands it on from thread to thread is
/// an atomic field beside it, or a lock that many objects share.
// SAFETY: each use states, in a `SAFETY` line beside it, which thread may use it when. That thread has acquired what
// the one before released, so that each use happens after the one before.
@usableFromInline
package struct HandedOn<State>: ~Copyable, @unchecked Sendable {
    @usableFromInline let cell: _Cell<State>

    @inlinable @inline(__always)
    package init(_ initial: consuming State) {
        cell = _Cell(initial)
    }

    /// The state, for the thread that it belongs to.
    @inlinable @inline(__always)
    package var state: State {
        get { cell._address.pointee }
        nonmutating _modify {
            let address = cell._address
            yield &address.pointee
        }
    }

    /// Puts another state in place of the present one, which is moved out, at the cost of no copy.
    @inlinable @inline(__always)
    package func exchange(for other: consuming State) -> State {
        let present = cell._address.move()
        cell._address.initialize(to: other)
        return present
    }
}
