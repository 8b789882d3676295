import Dispatch
import SignalsCore

/// A thread's turn in the line of those that want the store to themselves.
final class SaveTurn: Sendable {
    private let wasGranted = Locked(false)
    private let decided = DispatchSemaphore(value: 0)

    /// Has the thread go on: as the writer, or without its turn. Called once.
    func decide(granted: Bool) {
        wasGranted.withLock { $0 = granted }
        decided.signal()
    }

    /// Returns when it is this thread's turn; false when that took too long.
    func wait() -> Bool {
        decided.wait()
        return wasGranted.withLock { $0 }
    }
}
