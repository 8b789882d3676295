import Dispatch
import SignalsCore

/// The line of a container's tasks that run alone. Tasks that come at the same time run one after the other in one turn
/// of the writer, each on the state that the one before left, and are committed together, with one sync.
final class ExclusiveQueue: Sendable {
    /// A job that runs with the store to itself.
    struct Job: Sendable {
        /// Runs it in a context on this queue, and applies what it changed. Called again, for a new turn, where a store
        /// has taken back what the turn before applied.
        let run: @Sendable (ExclusiveTurn, DispatchQueue) -> Ending
        /// Called instead, on a background task's queue, with what kept it from being run.
        let refuse: @Sendable (SaveError) -> Void
    }

    /// The outcome of a job.
    struct Ending: Sendable {
        /// Called when it is committed, as the writer, which it must not keep waiting, in the order of the jobs.
        var onCommit: (@Sendable () -> Void)?
        /// Called last, on a background task's queue, with what kept the commit from being made, if anything.
        let finish: @Sendable (SaveError?) -> Void
    }

    private struct State: Sendable {
        var jobs = Queue<Job>()
        var isRunning = false
        /// The number of times that something had been committed when the last turn ended.
        var lastEnd = 0
    }

    /// The most jobs in one turn, so that other saves get theirs.
    private static let mostInATurn = 256
    private static let longestTurn = Duration.milliseconds(50)

    private let tasks: BackgroundTasks
    private let coordinator: StoreCoordinator
    private let state = Locked(State())

    init(tasks: BackgroundTasks, coordinator: StoreCoordinator) {
        self.tasks = tasks
        self.coordinator = coordinator
    }

    /// True if anything runs alone, or waits for that, or did since the given number of commits.
    func wasBusy(since count: Int) -> Bool { state.withLock { $0.isRunning || count < $0.lastEnd } }

    /// Runs a job, on this queue or the one where others run. Called in a task, which has ended when this returns.
    func add(_ job: Job, on queue: DispatchQueue) {
        tasks.suspend()
        let mustRun = state.withLock { state in
            state.jobs.append(job)
            defer { state.isRunning = true }
            return !state.isRunning
        }
        if mustRun { runTurn(on: queue) }
    }

    private func runTurn(on queue: DispatchQueue) {
        var jobs: [Job] = []
        var endings: [Ending] = []
        var failure: SaveError?
        do throws(SaveError) {
            try coordinator.exclusively { turn throws(SaveError) in
                let begun = ContinuousClock.now
                endings = jobs.map { $0.run(turn, queue) }
                while hasRoom(after: jobs.count, since: begun), let job = state.withLock({ $0.jobs.popFirst() }) {
                    jobs.append(job)
                    endings.append(job.run(turn, queue))
                }
            } onOverdue: { [weak self] in
                self?.refuseWaiting()
            } committed: {
                for ending in endings { ending.onCommit?() }
            }
        } catch { failure = error }
        let count = coordinator.commitCount
        state.withLock { $0.lastEnd = count }
        let refused = jobs.isEmpty ? takeAll() : []
        // Before anything is reported: an observer may wait for the next job that runs alone.
        passOn()
        for ending in endings {
            ending.finish(failure)
            tasks.withdrawSuspension()
        }
        for job in refused {
            job.refuse(failure ?? SaveError(.closed))
            tasks.withdrawSuspension()
        }
    }

    private func hasRoom(after count: Int, since begun: ContinuousClock.Instant) -> Bool {
        if count == 0 { return true }
        return coordinator.sharesTurns && count < Self.mostInATurn && .now - begun < Self.longestTurn
    }

    /// Runs the jobs that came meanwhile in another turn.
    private func passOn() {
        let goesOn = state.withLock { state in
            state.isRunning = !state.jobs.isEmpty
            return state.isRunning
        }
        guard goesOn else { return }
        tasks.suspend()
        tasks.resume { self.runTurn(on: $0) }
    }

    private func takeAll() -> [Job] {
        state.withLock { state in
            var jobs: [Job] = []
            while let job = state.jobs.popFirst() { jobs.append(job) }
            return jobs
        }
    }

    /// Refuses the jobs that wait for one that takes too long.
    private func refuseWaiting() {
        for job in takeAll() { tasks.resume { _ in job.refuse(SaveError(.busy)) } }
    }
}
