/// State that is only reachable while its lock is held: the one lock of the package.
///
/// The body of `withLock` must not call code of another component: it computes what is to be done, returns that,
/// and the caller does it after the lock. So no lock is ever held while a subscriber, a closure or a `deinit` runs.
/// A value that is dropped from the state is returned too, so that its `deinit` runs after the lock. In debug builds a
/// ``LockAudit`` finds the `deinit` that does not.
///
/// The state and the lock are one allocation. An object that is nothing without its state has it in a ``Guarded``,
/// which saves that one too.
@usableFromInline
package struct Locked<State: Sendable>: Sendable {
    @usableFromInline let storage: GuardedObject<State, Void>

    /// Guards `initial` with a lock of its own.
    @inlinable
    package init(_ initial: consuming State) {
        storage = GuardedObject(initial, ())
    }

    /// Runs `body` with exclusive access to the state.
    @inlinable @inline(__always)
    package func withLock<Result, Failure: Error>(
        _ body: (inout State) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try storage.withLock(body)
    }

    /// Runs `body` with exclusive access to the state, and releases what it returns after the lock.
    @inlinable @inline(__always)
    package func release<Result>(_ body: (inout State) -> Result) {
        storage.release(body)
    }
}
