/// State with its lock and what never changes, as an object of its own: what a ``Locked``, an ``Outflow`` and an ``Outlet``
/// refer to.
///
/// A `var` and not a ``Guarded``, to be released for less: unspecialized code, as the release of generic objects is, looks
/// up the type of such a part, and what it is made of, each time. That is 450 instructions, a seventh of subscribing to
/// `flatMap`.
// SAFETY: the state is reachable only inside `withLock`, which holds the lock, and what enters and leaves is Sendable; the
// rest is constant.
@usableFromInline
package final class GuardedObject<State: Sendable, Constants: Sendable>: @unchecked Sendable {
    @usableFromInline let lock = Lock()
    @usableFromInline @exclusivity(unchecked) var state: State
    @usableFromInline let constants: Constants

    @inlinable
    package init(_ initial: consuming State, _ constants: Constants) {
        state = initial
        self.constants = constants
    }

    /// Runs `body` with exclusive access to the state.
    @inlinable @inline(__always)
    package func withLock<Result, Failure: Error>(
        _ body: (inout State) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        lock.lock()
        defer { lock.unlock() }
        return try body(&state)
    }

    /// Runs `body` with exclusive access to the state, and releases what it returns after the lock. A result that nobody
    /// uses, as in `_ = withLock { … }`, the optimizer may release while the lock is held.
    @inlinable @inline(__always)
    package func release<Result>(_ body: (inout State) -> Result) {
        withExtendedLifetime(withLock(body)) {}
    }
}
