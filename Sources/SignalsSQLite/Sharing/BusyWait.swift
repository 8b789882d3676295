import Dispatch
import Foundation
import SignalsSQL
import SignalsStoreCore

/// The wait for a lock that another process holds: it tries again, at short and growing intervals, up to a deadline. It
/// serves both SQLite's locks and the package's own, with one deadline for both.
final class BusyWait {
    private let timeout: TimeInterval
    private var deadline = DispatchTime.distantFuture
    private var attempts = 0
    private var isBegun = false

    init(timeout: TimeInterval) { self.timeout = timeout }

    /// Begins the time that may be waited, for all locks that are waited for until `end()`.
    func begin() {
        attempts = 0
        deadline = .now() + timeout
        isBegun = true
    }

    /// Goes on with the time that another wait has begun.
    func begin(like other: BusyWait) {
        attempts = 0
        deadline = other.deadline
        isBegun = true
    }

    /// Begins the time that may be waited for one lock.
    func beginUnlessBegun() {
        if isBegun { return }
        begin()
        isBegun = false
    }

    /// Sleeps for a moment; false when the time is over. Many processes that wait do not ask at the same moments.
    func again() -> Bool {
        let now = DispatchTime.now()
        guard now < deadline else { return false }
        attempts += 1
        let microseconds = UInt64.random(in: 50...UInt64(min(100 * attempts, 2000)))
        let left = (deadline.uptimeNanoseconds - now.uptimeNanoseconds) / 1000 + 1
        usleep(UInt32(min(microseconds, left)))
        return true
    }
}
