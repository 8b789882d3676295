#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#endif

#if !canImport(Darwin)
    /// The place where threads sleep that wait for a ``Lock``: one for all, since two threads rarely want the same lock
    /// at the same time, and what they do under it takes less than falling asleep.
    // SAFETY: the pointers never change, and what they point to is made for being used by several threads.
    @usableFromInline
    final class ParkingLot: @unchecked Sendable {
        @usableFromInline static let shared = ParkingLot()

        private let mutex: UnsafeMutablePointer<pthread_mutex_t>
        private let condition: UnsafeMutablePointer<pthread_cond_t>

        private init() {
            mutex = .allocate(capacity: 1)
            mutex.initialize(to: pthread_mutex_t())
            pthread_mutex_init(mutex, nil)
            condition = .allocate(capacity: 1)
            condition.initialize(to: pthread_cond_t())
            pthread_cond_init(condition, nil)
        }

        /// Sleeps as long as the condition holds. Who makes it false calls `wakeAll()` after that.
        func park(while isAwaited: () -> Bool) {
            pthread_mutex_lock(mutex)
            while isAwaited() { pthread_cond_wait(condition, mutex) }
            pthread_mutex_unlock(mutex)
        }

        /// Wakes the threads, which look at their conditions.
        @usableFromInline
        func wakeAll() {
            pthread_mutex_lock(mutex)
            pthread_cond_broadcast(condition)
            pthread_mutex_unlock(mutex)
        }
    }
#endif
