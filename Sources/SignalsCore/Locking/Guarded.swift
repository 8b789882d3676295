/// An object with state that is only reachable while its lock is held. See ``Locked``, which is one for a value.
@usableFromInline
package class Guarded<State> {
    @usableFromInline let lock = Lock()
    @usableFromInline @exclusivity(unchecked) final var state: State

    @inlinable
    package init(_ initial: consuming State) {
        state = initial
    }

    /// Runs `body` with exclusive access to the state.
    @inlinable @inline(__always)
    package final func withLock<Result, Failure: Error>(
        _ body: (inout State) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        lock.lock()
        defer { lock.unlock() }
        return try body(&state)
    }

    /// Runs `body` with exclusive access to the state, and releases what it returns after the lock. A result that nobody
    /// uses, as in `_ = withLock { … }`, the optimizer may release while the lock is held.
    @inlinable @inline(__always)
    package final func release<Result>(_ body: (inout State) -> Result) {
        withExtendedLifetime(withLock(body)) {}
    }
}

// SAFETY: the state is reachable only inside `withLock`, which holds the lock, and what enters and leaves is Sendable.
extension Guarded: @unchecked Sendable where State: Sendable {}
