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
    @usableFromInline
    final class ParkingLot: Sendable {
        @usableFromInline static let shared = ParkingLot()

        private let mutex: Vouched<UnsafeMutablePointer<pthread_mutex_t>>
        private let condition: Vouched<UnsafeMutablePointer<pthread_cond_t>>

        private init() {
            let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
            mutex.initialize(to: pthread_mutex_t())
            pthread_mutex_init(mutex, nil)
            let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
            condition.initialize(to: pthread_cond_t())
            pthread_cond_init(condition, nil)
            // SAFETY: what they point to is made for being used by several threads.
            self.mutex = Vouched(mutex)
            self.condition = Vouched(condition)
        }

        /// Sleeps as long as the condition holds. Who makes it false calls `wakeAll()` after that.
        func park(while isAwaited: () -> Bool) {
            pthread_mutex_lock(mutex.value)
            while isAwaited() { pthread_cond_wait(condition.value, mutex.value) }
            pthread_mutex_unlock(mutex.value)
        }

        /// Wakes the threads, which look at their conditions.
        @usableFromInline
        func wakeAll() {
            pthread_mutex_lock(mutex.value)
            pthread_cond_broadcast(condition.value)
            pthread_mutex_unlock(mutex.value)
        }
    }
#endif
