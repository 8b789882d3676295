import Foundation
import SignalsSQL
import SignalsStoreCore

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#endif

/// A lock that one process at a time holds, on a file of its own beside the store: not on the store's, since closing
/// that would let go of SQLite's locks.
///
/// It is `flock`, which the system takes back when the process ends, however it ends. The file stays: deleting it would
/// let two processes hold locks of one name.
final class ProcessLock: Sendable {
    /// The file that cannot be locked, and the system's reason.
    struct Failure: Error { package let code: Int32 }

    private let descriptor: Int32

    init(path: String) throws(Failure) {
        descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o666)
        if descriptor < 0 { throw Failure(code: errno) }
    }

    deinit { close(descriptor) }

    /// Takes the lock as soon as it is free; false when the time that may be waited is over. The time has begun.
    func lock(_ wait: BusyWait) -> Bool {
        while !tryLock() {
            guard wait.again() else { return false }
        }
        return true
    }

    /// Takes the lock if it is free; false where it is not.
    func tryLock() -> Bool { flock(descriptor, LOCK_EX | LOCK_NB) == 0 }

    func unlock() { flock(descriptor, LOCK_UN) }
}
