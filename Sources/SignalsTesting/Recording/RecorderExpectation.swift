import SignalsCore

/// Something that a test waits for: of XCTest with `wait(for:timeout:)`, elsewhere with ``value``.
public struct RecorderExpectation<Value: Sendable>: Sendable {
    /// The value if it has come, or nil if it is still to come.
    let attempt: @Sendable () throws -> Value?

    /// The number of events so far.
    let version: @Sendable () -> Int

    /// Registers a closure to be called at the next event. Returns false if an event has come since the given version.
    let wait: @Sendable (_ since: Int, _ wake: @escaping @Sendable () -> Void) -> Bool

    /// Wakes all waiting callers.
    let wakeAll: @Sendable () -> Void

    /// Returns the number of elements that have come.
    let count: @Sendable () -> Int

    init<Output, Failure>(
        _ recorder: Recorder<Output, Failure>,
        _ attempt: @escaping @Sendable (inout RecorderState<Output, Failure>) throws -> Value?
    ) {
        self.attempt = { try recorder.state.withLock { try attempt(&$0) } }
        version = { recorder.state.withLock { $0.version } }
        wait = { since, wake in recorder.state.withLock { $0.wait(since: since, wake) } }
        wakeAll = { recorder.note() }
        count = { recorder.received.count }
    }

    /// The value, awaited.
    ///
    /// It waits as long as it takes: give the test a time limit.
    ///
    /// - Throws: the publisher's error; a ``RecordingError`` if the value cannot come any more; `CancellationError` when
    ///   the task is cancelled.
    public var value: Value {
        get async throws {
            while true {
                let version = version()
                if let value = try attempt() { return value }
                try Task.checkCancellation()
                await change(since: version)
            }
        }
    }

    /// Waits until something happens, or the task is cancelled.
    private func change(since version: Int) async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                if !wait(version, { continuation.resume() }) { continuation.resume() }
            }
        } onCancel: {
            wakeAll()
        }
    }
}
