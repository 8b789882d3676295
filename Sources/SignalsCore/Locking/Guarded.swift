import Synchronization

/// State with its lock, both inside the object whose part it is: the state is only reachable while the lock is held. See
/// ``Locked``, which is the same as a value.
///
/// Like the standard library's `Mutex`, whose cell it uses, it cannot be copied, and is a `let`; so the object that has it is
/// `Sendable` by the compiler's own checks, at the cost of no allocation.
// SAFETY: the cell is reachable only inside `withLock`, which holds the lock, and what enters and leaves is Sendable.
@usableFromInline
package struct Guarded<State: Sendable>: ~Copyable, @unchecked Sendable {
    @usableFromInline let lock = Lock()
    @usableFromInline let cell: _Cell<State>

    @inlinable @inline(__always)
    package init(_ initial: consuming State) {
        cell = _Cell(initial)
    }

    /// Runs `body` with exclusive access to the state.
    @inlinable @inline(__always)
    package borrowing func withLock<Result, Failure: Error>(
        _ body: (inout State) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        lock.lock()
        defer { lock.unlock() }
        // In two steps: the thread sanitizer takes a change through `&cell._address.pointee` for one of the lock too, which is
        // where this value begins.
        let address = cell._address
        return try body(&address.pointee)
    }

    /// Runs `body` with exclusive access to the state, and releases what it returns after the lock. A result that nobody
    /// uses, as in `_ = withLock { … }`, the optimizer may release while the lock is held.
    @inlinable @inline(__always)
    package borrowing func release<Result>(_ body: (inout State) -> Result) {
        withExtendedLifetime(withLock(body)) {}
    }
}
