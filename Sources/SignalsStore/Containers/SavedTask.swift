import Dispatch

/// A closure whose changes are saved when it returns; it runs again where its response to conflicts says so.
struct SavedTask: Sendable {
    let work: BackgroundWork
    let response: ConflictResponse
    let body: BackgroundWork.Body
    let fail: BackgroundWork.Failing
    let span: OngoingSpan?
    /// The number of runs before this one.
    var runs = 0

    typealias Ending = BackgroundWork.Ending

    /// The outcome of a run before anything is committed.
    private enum Prepared {
        case unchanged(Ending)
        case changed(ChangeSet, ManagedObjectContext, Ending)
        case thrown(any Error)
        /// It could not be saved.
        case refused(SaveError)
    }

    /// Runs it, in a context of its own. Called in a task on that queue.
    func run(on queue: DispatchQueue) {
        let context = work.makeContext(on: queue)
        let count = response == .fail ? 0 : work.coordinator.commitCount
        switch prepare(in: context) {
        case .unchanged(let ending): ending.finish()
        case .changed(let changeSet, let whole, let ending): commit(changeSet, of: context, whole, ending, count)
        case .thrown(let error): fail(work.failure(error, in: context))
        case .refused(let error): retryOrFail(error, in: context, context, since: count, on: queue)
        }
    }

    private func prepare(in context: ManagedObjectContext) -> Prepared {
        let ending: Ending
        do { ending = try context.withInnerSaves(body) } catch { return .thrown(error) }
        return context.confinement.enter {
            do throws(SaveError) {
                let whole = try context.endInnerSaves()
                let changeSet = try whole.confinement.enter { () throws(SaveError) in try whole.prepareSave() }
                if let span { span.note(changeSet ?? ChangeSet()) }
                guard let changeSet, !changeSet.isEmpty else {
                    context.innerSaves = .none
                    return .unchanged(ending)
                }
                return .changed(changeSet, whole, ending)
            } catch { return .refused(error) }
        }
    }

    /// - Parameter whole: the level that has what the closure saved itself; without one the context.
    private func commit(
        _ changeSet: ChangeSet, of context: ManagedObjectContext, _ whole: ManagedObjectContext, _ ending: Ending,
        _ count: Int
    ) {
        let holdsTurn = work.tasks.suspendForSave()
        context.beginSavingTask(whole)
        work.coordinator.commit(changeSet, from: ObjectIdentifier(whole)) { result in
            if case .success = result { ending.onCommit?() }
            work.tasks.resume(holdingTurn: holdsTurn) { queue in
                switch result {
                case .success(let outcome):
                    context.finishTask(whole, outcome)
                    ending.finish()
                case .failure(let error): retryOrFail(error, in: context, whole, since: count, on: queue)
                }
            }
        }
    }

    /// Runs it again after a save that failed, or reports that.
    private func retryOrFail(
        _ error: SaveError, in context: ManagedObjectContext, _ whole: ManagedObjectContext, since count: Int,
        on queue: DispatchQueue
    ) {
        work.retry(
            after: runs, response, error, in: context, whole, since: count, on: queue, alone: runAlone, fail: fail
        ) {
            var next = self
            next.runs += 1
            next.run(on: queue)
        }
    }

    private func runAlone(_ turn: ExclusiveTurn, on queue: DispatchQueue) -> ExclusiveLine.Ending {
        let context = work.makeContext(on: queue)
        context.beginReading(alone: turn)
        let prepared = prepare(in: context)
        context.endReadingAlone()
        switch prepared {
        case .unchanged(let ending): return end(context, nil, { _ in ending.finish() })
        case .thrown(let error): return end(context, error, { _ in })
        case .refused(let error): return end(context, error, { _ in })
        case .changed(let changeSet, let whole, let ending):
            switch turn.apply(changeSet, from: ObjectIdentifier(whole)) {
            case .failure(let error): return end(whole, error, { _ in })
            case .success(let outcome):
                var end = end(context, nil) { context in
                    context.finishTask(whole, outcome)
                    ending.finish()
                }
                end.onCommit = ending.onCommit
                return end
            }
        }
    }

    /// Returns what a run alone came to.
    private func end(
        _ context: ManagedObjectContext, _ error: (any Error)?,
        _ succeed: @escaping @Sendable (ManagedObjectContext) -> Void
    ) -> ExclusiveLine.Ending {
        ExclusiveLine.Ending { commitFailure in
            guard let error = commitFailure ?? error else { return succeed(context) }
            fail(work.failure(error, in: context))
        }
    }
}

extension BackgroundWork {
    /// Runs a task again after a save that failed, among others or alone, or has it fail.
    ///
    /// - Parameters:
    ///   - whole: the level that has what the closure saved itself; without one the context.
    ///   - count: the number of commits before the run's first read.
    func retry(
        after runs: Int, _ response: ConflictResponse, _ error: SaveError, in context: ManagedObjectContext,
        _ whole: ManagedObjectContext, since count: Int, on queue: DispatchQueue,
        alone runAlone: @escaping @Sendable (ExclusiveTurn, DispatchQueue) -> ExclusiveLine.Ending,
        fail: @escaping Failing, runAgain: () -> Void
    ) {
        let step = step(after: runs, response, error, since: count)
        let failed = context.failTask(whole, error)
        switch step {
        case .fail: fail(failure(failed, in: context))
        case .runAgain: runAgain()
        case .runAlone:
            exclusiveLine.add(ExclusiveLine.Job(run: runAlone) { fail(BackgroundFailure(error: $0)) }, on: queue)
        }
    }

    /// Returns what is to be done about a save that failed, and counts the run that follows.
    ///
    /// - Parameter count: the number of commits before the run's first read.
    func step(
        after runs: Int, _ response: ConflictResponse, _ error: SaveError, since count: Int
    ) -> ConflictResponse.Step {
        let step = response.step(after: runs + 1)
        guard step != .fail,
            error.isConflict || error.mayComeOfOldReads && coordinator.hasCommits(since: count)
        else { return .fail }
        coordinator.meter.countRetry()
        // What met a conflict with a run alone is in a crowd, whose runs alone are committed together, with one sync: one
        // more costs the others little, and spares runs in vain.
        return step == .runAgain && response.endsAlone && exclusiveLine.wasBusy(since: count) ? .runAlone : step
    }
}

/// The context of a task, and the level that has what the task's closure saved itself: without one it is that itself.
extension ManagedObjectContext {
    /// Puts off what is handed to the context until its task has ended, on whichever queue.
    func beginSavingTask(_ whole: ManagedObjectContext) {
        confinement.beginSaving()
        if whole !== self { whole.confinement.beginSaving() }
    }

    /// Ends the context of a task whose changes are committed.
    func finishTask(_ whole: ManagedObjectContext, _ outcome: CommitOutcome) {
        confinement.enter {
            finishWhole(whole, outcome)
            whole.confinement.enter { whole.partRelatedObjects() }
        }
        endSavingTask(whole)
    }

    /// Ends the context of a task whose changes were not committed, and returns why, as the context knows it.
    func failTask(_ whole: ManagedObjectContext, _ error: SaveError) -> SaveError {
        let error = confinement.enter { whole.confinement.enter { whole.failSave(error) } }
        endSavingTask(whole)
        return error
    }

    /// Has what was put off run now: first what the level's queue was handed, which the context reads through.
    func endSavingTask(_ whole: ManagedObjectContext) {
        whole.confinement.endSaving()
        confinement.endSaving()
    }
}
