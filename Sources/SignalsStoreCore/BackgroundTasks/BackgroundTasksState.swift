import Dispatch
import Foundation
import SignalsCore

/// The background tasks that wait, and the number of those that run. Each transition returns what is to be done after
/// the lock.
package struct BackgroundTasksState: Sendable {
    /// The numbers of tasks that may run.
    package struct Limits: Sendable {
        /// At once, not counting those that wait in `save()` or for rows of a server.
        package var running: Int
        /// At once, with those that wait.
        package var slots: Int
        /// Waiting for rows: what they have read already is in memory.
        package var reading = 48
        /// Never more, also when nothing moves.
        package var stuck = 200
        /// The time for which nothing may move before a slot is added.
        var stallTimeout = DispatchTimeInterval.milliseconds(500)
        /// The factor of that time where one task at a time runs, which is to have ended before the next begins.
        var serialFactor = 10
        /// The time that the end of the program waits, in seconds.
        package var exitTimeout = 10.0

        package static let standard = Limits(running: max(4, ProcessInfo.processInfo.activeProcessorCount), slots: 96)
    }

    package enum Effect: Sendable {
        case none
        /// No more tasks are accepted.
        case refused
        /// Work has to begin on an idle queue, or on a new one.
        case start(DispatchQueue?)
        /// A check for progress has to be scheduled, too.
        case startWatched(DispatchQueue?)
        /// Someone has to look later whether anything moved.
        case watch
    }

    package var limits: Limits
    package var isClosed = false
    /// Changes with each task that begins or ends.
    package var progress = 0
    /// The second parts of tasks that were suspended: they come before any task that has not begun.
    private var resumed = Queue<BackgroundTasks.Job>()
    private var pending = Queue<BackgroundTasks.Job>()
    private var idle: [DispatchQueue] = []
    private var running = 0
    private var waiting = 0
    /// The number of those that wait for rows.
    private var reading = 0
    /// The number of tasks being saved that keep others from beginning.
    private var holding = 0
    /// The number of tasks beyond the usual one that may run, since nothing moved.
    private var extra = 0
    private var isWatched = false
    /// The number of checks in a row that found that nothing had moved.
    private var idleChecks = 0

    init(limits: Limits) { self.limits = limits }

    package mutating func add(_ task: @escaping BackgroundTasks.Task) -> Effect {
        if isClosed { return .refused }
        pending.append(BackgroundTasks.Job(run: task))
        return startIfAllowed()
    }

    package mutating func resume(_ job: BackgroundTasks.Job) -> Effect {
        resumed.append(job)
        // Code that runs on the idle queue now, for an earlier task's context, may wait for this very task.
        let effect = startIfAllowed()
        guard case .start(let queue) = effect, !isWatched else { return effect }
        isWatched = true
        return .startWatched(queue)
    }

    /// Keeps others from beginning where one task at a time runs; false where several run.
    mutating func holdOthers() -> Bool {
        guard limits.running == 1 else { return false }
        holding += 1
        return true
    }

    /// The next task for a queue that has begun or has ended one; nil when the queue has to rest.
    package mutating func next(on queue: DispatchQueue) -> BackgroundTasks.Job? {
        progress &+= 1
        if running <= limits.running + extra, let job = popJob() { return job }
        running -= 1
        idle.append(queue)
        return nil
    }

    private mutating func popJob() -> BackgroundTasks.Job? {
        if let job = resumed.popFirst() {
            if job.holdsOthers { holding -= 1 }
            return job
        }
        return holding == 0 || limits.running > 1 ? pending.popFirst() : nil
    }

    mutating func releaseSlot(toRead reads: Bool = false) -> Effect {
        running -= 1
        waiting += 1
        if reads { reading += 1 }
        return startIfAllowed()
    }

    mutating func reacquireSlot(holdingOthers holdsOthers: Bool = false, afterReading reads: Bool = false) {
        if holdsOthers { holding -= 1 }
        waiting -= 1
        if reads { reading -= 1 }
        running += 1
    }

    /// Adds a slot if there was no progress, and schedules another check as long as tasks wait.
    package mutating func check(since seen: Int) -> [Effect] {
        isWatched = false
        guard hasWork else {
            extra = 0
            return []
        }
        isWatched = true
        idleChecks = seen == progress ? idleChecks + 1 : 0
        guard idleChecks >= neededChecks, running + waiting < limits.stuck else { return [.watch] }
        extra += 1
        return [.watch, start()]
    }

    /// The number of checks in a row that have to find that nothing moved before a slot is added. What is being saved
    /// will move.
    private var neededChecks: Int {
        if !resumed.isEmpty || limits.running > 1 { return 1 }
        return holding > 0 ? .max : limits.serialFactor
    }

    private mutating func startIfAllowed() -> Effect {
        guard hasWork else { return .none }
        if holding > 0, resumed.isEmpty, limits.running == 1 { return watchIfNeeded() }
        if running < limits.running, running + waiting < limits.slots, reading < limits.reading { return start() }
        return watchIfNeeded()
    }

    private mutating func watchIfNeeded() -> Effect {
        if isWatched { return .none }
        isWatched = true
        return .watch
    }

    private var hasWork: Bool { !pending.isEmpty || !resumed.isEmpty }

    private mutating func start() -> Effect {
        running += 1
        return .start(idle.popLast())
    }
}
