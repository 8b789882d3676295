import Synchronization

/// A lock of one word. Only ``Guarded`` and ``GuardedObject`` use it, whose methods see to it that it is unlocked.
///
/// A word because each subscription has a lock or two: `pthread_mutex_t` takes 40 bytes, and with more than one thread
/// in the program measured no faster. On Apple's systems it is the system's lock. Elsewhere it is not the standard
/// library's `Mutex`, which the thread sanitizer does not see.
@usableFromInline
struct Lock: ~Copyable, Sendable {
    #if canImport(Darwin)
        @usableFromInline let mutex = Mutex(())
    #else
        @usableFromInline let word = Atomic<UInt32>(0)
    #endif

    @inlinable
    init() {}

    @inlinable @inline(__always)
    borrowing func lock() {
        #if canImport(Darwin)
            mutex._unsafeLock()
        #else
            if !word.weakCompareExchange(expected: Self.free, desired: Self.held, ordering: .acquiring).exchanged {
                wait()
            }
        #endif
        #if DEBUG
            LockAudit.change(by: 1)
        #endif
    }

    @inlinable @inline(__always)
    borrowing func unlock() {
        #if DEBUG
            LockAudit.change(by: -1)
        #endif
        #if canImport(Darwin)
            mutex._unsafeUnlock()
        #else
            if word.exchange(Self.free, ordering: .releasing) == Self.awaited { ParkingLot.shared.wakeAll() }
        #endif
    }
}

#if !canImport(Darwin)
    extension Lock {
        @inlinable static var free: UInt32 { 0 }
        @inlinable static var held: UInt32 { 1 }

        /// Held, and a thread waits in the parking lot.
        @inlinable static var awaited: UInt32 { 2 }

        /// The number of times that a thread looks before it parks. Work under a lock takes less time than that.
        private static var looks: Int { 100 }

        @usableFromInline @inline(never)
        borrowing func wait() {
            for _ in 0..<Self.looks where word.load(ordering: .relaxed) == Self.free {
                if word.compareExchange(expected: Self.free, desired: Self.held, ordering: .acquiring).exchanged {
                    return
                }
            }
            while word.exchange(Self.awaited, ordering: .acquiring) != Self.free {
                ParkingLot.shared.park { word.load(ordering: .relaxed) == Self.awaited }
            }
        }
    }
#endif
