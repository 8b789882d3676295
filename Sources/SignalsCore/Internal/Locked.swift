#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#endif

#if canImport(Darwin)
    @usableFromInline package typealias PlatformLock = os_unfair_lock
#else
    @usableFromInline package typealias PlatformLock = pthread_mutex_t
#endif

/// State that is only reachable while its lock is held: the one lock of the package.
///
/// The body of `withLock` must not call code of another component: it computes what is to be done, returns that,
/// and the caller does it after the lock. So no lock is ever held while a subscriber, a closure or a `deinit` runs.
/// A value that is dropped from the state is returned too, so that its `deinit` runs after the lock.
///
/// It is `pthread_mutex_t` (`os_unfair_lock` on Apple's systems) in one allocation with the state, since that measured
/// three times faster than `Synchronization.Mutex` on Linux.
@usableFromInline
package struct Locked<State> {
    @usableFromInline let storage: ManagedBuffer<State, PlatformLock>

    /// Guards `initial` with a lock of its own.
    @inlinable
    package init(_ initial: consuming State) {
        storage = LockStorage<State>.make(initial)
    }

    /// Runs `body` with exclusive access to the state.
    @inlinable @inline(__always)
    package func withLock<Result, Failure: Error>(
        _ body: (inout State) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try storage.withUnsafeMutablePointers { (state, lock) throws(Failure) -> Result in
            LockStorage<State>.lock(lock)
            defer { LockStorage<State>.unlock(lock) }
            return try body(&state.pointee)
        }
    }
}

// SAFETY: the state is reachable only inside `withLock`, which holds the lock, and what enters and leaves is Sendable.
extension Locked: @unchecked Sendable where State: Sendable {}

/// The allocation behind a `Locked`: the state as the header, the platform's lock as the only element.
@usableFromInline
final class LockStorage<State>: ManagedBuffer<State, PlatformLock> {
    @inlinable
    static func make(_ initial: consuming State) -> ManagedBuffer<State, PlatformLock> {
        // Taken out and not copied: a state may be large.
        var initial: State? = initial
        let storage = Self.create(minimumCapacity: 1) { _ in initial.take()! }
        storage.withUnsafeMutablePointerToElements { lock in
            lock.initialize(to: PlatformLock())
            #if !canImport(Darwin)
                pthread_mutex_init(lock, nil)
            #endif
        }
        return storage
    }

    @inlinable
    deinit {
        withUnsafeMutablePointerToElements { lock in
            #if !canImport(Darwin)
                pthread_mutex_destroy(lock)
            #endif
            _ = lock.deinitialize(count: 1)
        }
    }

    @inlinable @inline(__always)
    static func lock(_ lock: UnsafeMutablePointer<PlatformLock>) {
        #if canImport(Darwin)
            os_unfair_lock_lock(lock)
        #else
            pthread_mutex_lock(lock)
        #endif
    }

    @inlinable @inline(__always)
    static func unlock(_ lock: UnsafeMutablePointer<PlatformLock>) {
        #if canImport(Darwin)
            os_unfair_lock_unlock(lock)
        #else
            pthread_mutex_unlock(lock)
        #endif
    }
}
