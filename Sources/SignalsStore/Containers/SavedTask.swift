import Dispatch

/// A closure whose changes are saved in the background; it runs again if its response to conflicts says so.
struct SavedTask<Closure: TaskClosure>: Sendable {
    let work: BackgroundWork
    let response: ConflictResponse
    let closure: Closure
    let fail: BackgroundWork.Failing
    /// The number of runs before this one.
    var runs = 0

    /// Runs it, in a context of its own. Called in a task on that queue.
    func run(on queue: DispatchQueue) {
        let context = work.makeContext(on: queue)
        let count = response == .fail ? 0 : work.coordinator.commitCount
        switch closure.prepare(in: context, reading: { try work.coordinator.store.receipt(for: $0) }) {
        case .unchanged(let ending): context.finishTask(ending, CommitOutcome())
        case .changed(let changeSet, let ending): commit(changeSet, of: context, ending, count)
        case .thrown(let error): fail(work.failure(error, in: context))
        case .refused(let error): retryOrFail(error, in: context, context, since: count, on: queue)
        }
    }

    private func commit(
        _ changeSet: ChangeSet, of context: ManagedObjectContext, _ ending: TaskEnding, _ count: Int
    ) {
        let whole = ending.whole ?? context
        let holdsOthers = work.tasks.suspendForSave()
        context.beginSavingTask(whole)
        work.coordinator.commit(changeSet, from: ObjectIdentifier(whole)) { result in
            if case .success = result { ending.task.onCommit?() }
            work.tasks.resume(holdingOthers: holdsOthers) { queue in
                switch result {
                case .success(let outcome): context.finishTask(ending, outcome)
                case .failure(let error): retryOrFail(error, in: context, whole, since: count, on: queue)
                }
            }
        }
    }

    /// Runs it again after a save that failed, among others or alone, or has it fail.
    ///
    /// - Parameters:
    ///   - whole: the level that has what the closure saved itself; without one the context.
    ///   - count: the number of commits before the run's first read.
    private func retryOrFail(
        _ error: SaveError, in context: ManagedObjectContext, _ whole: ManagedObjectContext, since count: Int,
        on queue: DispatchQueue
    ) {
        let step = work.step(after: runs, response, error, since: count)
        let failed = context.failTask(whole, error)
        switch step {
        case .fail: fail(work.failure(failed, in: context))
        case .runAgain:
            var next = self
            next.runs += 1
            next.run(on: queue)
        case .runAlone:
            work.exclusiveQueue.add(
                ExclusiveQueue.Job(run: runAlone) { fail(BackgroundFailure(error: $0)) }, on: queue)
        }
    }

    private func runAlone(_ turn: ExclusiveTurn, on queue: DispatchQueue) -> ExclusiveQueue.Ending {
        let context = work.makeContext(on: queue)
        context.beginReading(alone: turn)
        let prepared = closure.prepare(in: context, reading: { try turn.store.receipt(for: $0) })
        context.endReadingAlone()
        switch prepared {
        case .unchanged(let ending): return end(context, nil) { context.finishTask(ending, CommitOutcome()) }
        case .thrown(let error): return end(context, error, {})
        case .refused(let error): return end(context, error, {})
        case .changed(let changeSet, let ending):
            switch turn.apply(changeSet, from: ObjectIdentifier(ending.whole ?? context)) {
            case .failure(let error): return end(context, error, {})
            case .success(let outcome):
                var end = end(context, nil) { context.finishTask(ending, outcome) }
                end.onCommit = ending.task.onCommit
                return end
            }
        }
    }

    /// Returns what a run alone came to.
    private func end(
        _ context: ManagedObjectContext, _ error: (any Error)?, _ succeed: @escaping @Sendable () -> Void
    ) -> ExclusiveQueue.Ending {
        ExclusiveQueue.Ending { commitFailure in
            guard let error = commitFailure ?? error else { return succeed() }
            fail(work.failure(error, in: context))
        }
    }
}

extension BackgroundWork {
    /// Returns what is to be done about a save that failed, and counts the run that follows.
    ///
    /// - Parameter count: the number of commits before the run's first read.
    func step(
        after runs: Int, _ response: ConflictResponse, _ error: SaveError, since count: Int
    ) -> ConflictResponse.Step {
        let step = response.step(after: runs + 1)
        // A part that is saved would be saved again.
        guard step != .fail, error.saved == nil,
            error.isConflict || error.mayComeOfOldReads && coordinator.hasCommits(since: count)
        else { return .fail }
        coordinator.meter.countRetry()
        // A closure that conflicts with one that ran alone is one of many, and their runs alone are committed together,
        // with one sync: one more costs little, and saves runs in vain.
        return step == .runAgain && response.endsAlone && exclusiveQueue.wasBusy(since: count) ? .runAlone : step
    }
}

/// The context of a task, and the level that has what the task's closure saved itself: without one it is that itself.
extension ManagedObjectContext {
    /// Puts off what is handed to the context until its task has ended, on whichever queue.
    func beginSavingTask(_ whole: ManagedObjectContext) {
        confinement.beginSaving()
        if whole !== self { whole.confinement.beginSaving() }
    }

    /// Ends the context of a task whose changes, or those of one with the same key before it, are committed, and the task.
    func finishTask(_ ending: TaskEnding, _ outcome: CommitOutcome) {
        let repeated = outcome.repeated.flatMap { first in ending.repeated?(first) }
        if repeated == nil {
            confinement.enter {
                finishWhole(ending.whole, outcome)
                // An observer may have changed something, for another save.
                if let whole = ending.whole, whole.registry.pending.isEmpty {
                    whole.confinement.enter { whole.partRelatedObjects() }
                }
            }
        }
        endSavingTask(ending.whole ?? self)
        (repeated ?? ending.task).finish()
    }

    /// Ends the context of a task whose changes were not committed, and returns why, as the context knows it.
    func failTask(_ whole: ManagedObjectContext, _ error: SaveError) -> SaveError {
        let error = confinement.enter { whole.confinement.enter { whole.failSave(error) } }
        endSavingTask(whole)
        return error
    }

    /// Runs the work that was put off: first that of the level's queue, since the context reads through the level.
    private func endSavingTask(_ whole: ManagedObjectContext) {
        whole.confinement.endSaving()
        confinement.endSaving()
    }
}
