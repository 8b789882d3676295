import Dispatch
import SignalsCore

/// The ticket of a thread that waits to have the store to itself.
final class WriterTicket: Sendable {
    private let wasGranted = Locked(false)
    private let decided = DispatchSemaphore(value: 0)

    /// Lets the thread go on: as the writer, or without the store. Called once.
    func decide(granted: Bool) {
        wasGranted.withLock { $0 = granted }
        decided.signal()
    }

    /// Returns true when this thread is the writer; false when that took too long.
    func wait() -> Bool {
        decided.wait()
        return wasGranted.withLock { $0 }
    }
}
