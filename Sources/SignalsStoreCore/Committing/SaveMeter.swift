import Dispatch
import SignalsCore
import Synchronization

/// The counts of a store's saves, kept at all times, with callbacks for their next change.
package final class SaveMeter: Sendable {
    /// The counts since the store was opened.
    package struct Counts: Sendable {
        package var saves = 0
        package var failures = 0
        package var conflicts = 0
        package var retries = 0
        package var groups = 0
        package var largestGroup = 0
        package var lastFailure: SaveError?
        package var latencies = LatencyHistogram()
    }

    private let state = Locked(Counts())
    private let isAwaited = Atomic(false)
    private let handlers = Locked<[@Sendable () -> Void]>([])

    init() {}

    /// The present moment for `count`, in nanoseconds.
    @inline(__always)
    static var now: UInt64 { DispatchTime.now().uptimeNanoseconds }

    /// The counts. May be read on any thread.
    package var counts: Counts { state.withLock { $0 } }

    /// Calls a closure once, when the counts change next, on the thread that changes them, which it must not keep waiting.
    package func onNextChange(_ handler: @escaping @Sendable () -> Void) {
        handlers.withLock { $0.append(handler) }
        isAwaited.store(true, ordering: .releasing)
    }

    /// Counts the outcomes of a group.
    @inline(never)
    func count(_ group: SaveGroup, _ outcomes: [SaveGroup.Outcome]) {
        let now = Self.now
        state.withLock { counts in
            let before = counts.saves
            for part in group.parts {
                let length = now &- part.since
                for index in part.saves { counts.add(outcomes[index], length) }
            }
            counts.addGroup(of: counts.saves - before)
        }
        callHandlers()
    }

    /// Counts the saves of a caller that had the store to itself.
    func countTurn(saves: Int, since start: UInt64) {
        let length = Self.now &- start
        state.withLock { counts in
            counts.saves += saves
            counts.addGroup(of: saves)
            for _ in 0..<saves { counts.latencies.add(nanoseconds: length) }
        }
        callHandlers()
    }

    /// Counts a save that failed before it reached the store.
    package func countRefusal(_ error: SaveError) {
        state.withLock { $0.add(error) }
        callHandlers()
    }

    /// Counts a closure that runs once more after a conflict.
    package func countRetry() {
        state.withLock { $0.retries += 1 }
        callHandlers()
    }

    private func callHandlers() {
        guard isAwaited.load(ordering: .acquiring), isAwaited.exchange(false, ordering: .acquiringAndReleasing) else {
            return
        }
        for handler in handlers.withLock({ handlers in
            defer { handlers = [] }; return handlers
        }) { handler() }
    }
}

extension SaveMeter.Counts {
    @inline(__always)
    fileprivate mutating func add(_ outcome: SaveGroup.Outcome, _ length: UInt64) {
        latencies.add(nanoseconds: length)
        switch outcome {
        case .success: saves += 1
        case .failure(let error): add(error)
        }
    }

    /// Counts a commit of a number of saves; with zero, there was no commit.
    fileprivate mutating func addGroup(of saves: Int) {
        if saves > 0 { groups += 1 }
        largestGroup = max(largestGroup, saves)
    }

    fileprivate mutating func add(_ error: SaveError) {
        failures += 1
        if error.isConflict { conflicts += 1 }
        lastFailure = error
    }
}
