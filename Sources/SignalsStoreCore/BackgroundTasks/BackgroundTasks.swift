import Dispatch
import SignalsCore
import Synchronization

/// Runs the closures of `performBackgroundTask`: a bounded number at once, first come first served.
///
/// Each runs in a slot, a serial queue that is used again. A closure that waits in `save()` gives its slot to
/// another, up to a second, larger bound, so that many saves come together and share one sync. When nothing moves for
/// a while although closures wait, such as when each running one blocks on the future of one that waits, a slot is added.
package final class BackgroundTasks: Sendable {
    package typealias Task = @Sendable (DispatchQueue) -> Void

    /// A task as it is kept. A bare closure among generic elements would be wrapped, and that wrapped again.
    package struct Job: Sendable {
        package let run: Task
        /// True if no other task has begun since this one was suspended.
        package var holdsOthers = false
    }

    private let state: Locked<BackgroundTasksState>
    private let unfinished = DispatchGroup()
    private let unfinishedCount = Atomic(0)
    private let watchQueue = DispatchQueue(label: "signals.background.watch")

    package init(limits: BackgroundTasksState.Limits = .standard) {
        state = Locked(BackgroundTasksState(limits: limits))
    }

    deinit { ProgramEnd.forget(self) }

    package var limits: BackgroundTasksState.Limits {
        get { state.withLock { $0.limits } }
        set { state.withLock { $0.limits = newValue } }
    }

    /// Runs the closure as soon as a slot is free; false when no more are accepted.
    package func submit(_ task: @escaping Task) -> Bool {
        begin()
        let effect = state.withLock { $0.add(task) }
        if case .refused = effect {
            end()
            return false
        }
        perform(effect)
        return true
    }

    /// Counts work that a queue of its own does, until `leave` is called; false when no more is accepted.
    package func enter() -> Bool {
        begin()
        if !state.withLock({ $0.isClosed }) { return true }
        end()
        return false
    }

    /// Called when the work that `enter` counted has ended.
    package func leave() { end() }

    /// Makes a queue's work known as counted here: code on it must not wait for all that is.
    package func adopt(_ queue: DispatchQueue) {
        queue.setSpecific(key: Self.current, value: Slot(queue: queue, tasks: self))
    }

    /// Called inside a task, which ends for now: it goes on with `resume`. Until then it takes up no slot, and
    /// `close()` waits for it.
    package func suspend() { begin() }

    /// As `suspend`, of a task whose changes are being saved: where one task at a time runs, no other begins before it
    /// goes on, so that the next one reads what this one saved.
    ///
    /// - Returns: the argument for `resume`.
    package func suspendForSave() -> Bool {
        begin()
        return state.withLock { $0.holdOthers() }
    }

    /// Takes `suspend` back: the task goes on where it is, or has ended.
    package func withdrawSuspension() { end() }

    /// Goes on with a task that was suspended, once, as soon as a slot is free. May be called from anywhere.
    package func resume(holdingOthers holdsOthers: Bool = false, _ task: @escaping Task) {
        perform(state.withLock { $0.resume(Job(run: task, holdsOthers: holdsOthers)) })
    }

    /// Accepts no more closures and returns when the accepted ones have ended.
    package func close() {
        if DispatchQueue.getSpecific(key: Self.current)?.tasks === self {
            fatalError("close() inside a background task of the same container would wait for itself. Call it outside.")
        }
        state.withLock { $0.isClosed = true }
        unfinished.wait()
    }

    /// Returns when the accepted closures have ended, or after the time that is set; inside one of them at once.
    ///
    /// - Returns: the number of those that have not ended.
    func waitAtExit() -> Int {
        if DispatchQueue.getSpecific(key: Self.current)?.tasks !== self {
            _ = unfinished.wait(timeout: .now() + limits.exitTimeout)
        }
        return unfinishedCount.load(ordering: .acquiring)
    }

    /// The number of tasks that were accepted and have not ended.
    package var count: Int { unfinishedCount.load(ordering: .relaxed) }

    private func begin() {
        unfinishedCount.add(1, ordering: .relaxed)
        unfinished.enter()
    }

    private func end() {
        unfinishedCount.subtract(1, ordering: .releasing)
        unfinished.leave()
    }

    /// Runs what blocks this thread; if it runs a background task, another may run meanwhile.
    ///
    /// - Parameter reads: true if it waits for rows, as fewer tasks do at once.
    package static func givingUpSlot<Result, Failure: Error>(
        toRead reads: Bool = false, _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        // Work that was handed to the context of an ended task runs on the queue too, and takes up no slot.
        guard let slot = DispatchQueue.getSpecific(key: current), slot.isTaken.load(ordering: .relaxed),
            let tasks = slot.tasks
        else { return try body() }
        let (holdsOthers, effect) = tasks.state.withLock { ($0.holdOthers(), $0.releaseSlot(toRead: reads)) }
        tasks.perform(effect)
        defer { tasks.state.withLock { $0.reacquireSlot(holdingOthers: holdsOthers, afterReading: reads) } }
        return try body()
    }

    private func perform(_ effect: BackgroundTasksState.Effect) {
        switch effect {
        case .refused, .none: break
        case .start(let idle): start(idle)
        case .startWatched(let idle):
            start(idle)
            watch()
        case .watch: watch()
        }
    }

    private func start(_ idle: DispatchQueue?) {
        let queue = idle ?? makeQueue()
        queue.async { self.work(on: queue) }
    }

    private func makeQueue() -> DispatchQueue {
        let queue = DispatchQueue(label: "background task")
        adopt(queue)
        return queue
    }

    // A few, and then through the queue again, so that what else was handed to it runs in between.
    private func work(on queue: DispatchQueue) {
        let slot = DispatchQueue.getSpecific(key: Self.current)
        slot?.isTaken.store(true, ordering: .relaxed)
        for _ in 0..<16 {
            guard let job = state.withLock({ $0.next(on: queue) }) else {
                slot?.isTaken.store(false, ordering: .relaxed)
                return
            }
            job.run(queue)
            end()
        }
        queue.async { self.work(on: queue) }
    }

    private func watch() {
        let (seen, stallTimeout) = state.withLock { ($0.progress, $0.limits.stallTimeout) }
        // Weakly: while tasks wait, the slots that run keep this, and what was closed shall not be kept for looking.
        watchQueue.asyncAfter(deadline: .now() + stallTimeout) { [weak self] in
            guard let self else { return }
            let effects = self.state.withLock { $0.check(since: seen) }
            for effect in effects { self.perform(effect) }
        }
    }

    /// True if this code is a task on that queue, so that the queue must not be waited for.
    package static func isRunning(on queue: DispatchQueue) -> Bool {
        DispatchQueue.getSpecific(key: current)?.queue === queue
    }

    private final class Slot: Sendable {
        unowned let queue: DispatchQueue
        // A task's context may be used on the queue when the tasks have gone.
        weak let tasks: BackgroundTasks?
        /// True while tasks run on the queue, and not only what was handed to it.
        let isTaken = Atomic(false)

        init(queue: DispatchQueue, tasks: BackgroundTasks) {
            self.queue = queue
            self.tasks = tasks
        }
    }

    private static let current = DispatchSpecificKey<Slot>()
}
