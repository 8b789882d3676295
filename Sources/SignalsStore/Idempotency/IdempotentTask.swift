import Dispatch
import Foundation

/// A background task that is run once for its key.
struct IdempotentTask<Output: Sendable>: Sendable {
    let work: BackgroundWork
    let key: String
    let lifetime: TimeInterval
    let coding: ResultCoding<Output>
    let response: ConflictResponse
    let body: @Sendable (ManagedObjectContext) throws -> Output
    let span: OngoingSpan?

    typealias Completion = BackgroundWork.Completion<Output>

    func submit(_ completion: @escaping Completion) {
        work.submit({ completion(.failure($0)) }) { queue in
            // Before the key is asked for: it may be handed over at once.
            work.tasks.suspend()
            guard keys.acquire(key, orStartLater: { work.tasks.resume { run(on: $0, completion) } }) else { return }
            run(on: queue, completion)
            work.tasks.withdrawSuspension()
        }
    }

    private var keys: RunningKeys { work.coordinator.runningKeys }

    private func run(on queue: DispatchQueue, runs: Int = 0, _ completion: @escaping Completion) {
        let context = work.makeContext(on: queue)
        let count = response == .fail ? 0 : work.coordinator.commitCount
        let prepared: Prepared
        do {
            let first = try work.coordinator.store.receipt(for: key).map(decode)
            if let first { return end(.success(first), completion) }
            prepared = try prepare(context)
        } catch { return end(.failure(work.failure(error, in: context)), completion) }
        let holdsTurn = work.tasks.suspendForSave()
        let whole = prepared.saved ?? context
        context.beginSavingTask(whole)
        work.coordinator.commit(prepared.changeSet, from: ObjectIdentifier(whole)) { result in
            work.tasks.resume(holdingTurn: holdsTurn) { queue in
                switch result {
                case .success(let outcome):
                    let result = finish(prepared, of: context, outcome)
                    context.endSavingTask(whole)
                    end(result, completion)
                case .failure(let error):
                    retryOrFail(
                        error, in: context, whole, since: count, runs: runs, on: queue, completion)
                }
            }
        }
    }

    /// Runs it again after a save that failed, with the key, or ends it.
    private func retryOrFail(
        _ error: SaveError, in context: ManagedObjectContext, _ saved: ManagedObjectContext, since count: Int,
        runs: Int, on queue: DispatchQueue, _ completion: @escaping Completion
    ) {
        work.retry(after: runs, response, error, in: context, saved, since: count, on: queue) {
            runAlone($0, on: $1, completion)
        } fail: {
            end(.failure($0), completion)
        } runAgain: {
            run(on: queue, runs: runs + 1, completion)
        }
    }

    /// Gives the key back, and reports what became of the task.
    private func end(_ result: Result<Output, BackgroundFailure>, _ completion: Completion) {
        keys.release(key)
        completion(result)
    }

    private func runAlone(
        _ turn: ExclusiveTurn, on queue: DispatchQueue, _ completion: @escaping Completion
    ) -> ExclusiveLine.Ending {
        let context = work.makeContext(on: queue)
        let result = work.attempt(in: context) { () throws -> @Sendable () -> Result<Output, BackgroundFailure> in
            if let first = try turn.store.receipt(for: key).map(decode) { return { .success(first) } }
            context.beginReading(alone: turn)
            defer { context.endReadingAlone() }
            let prepared = try prepare(context)
            let outcome = try turn.apply(
                prepared.changeSet, from: ObjectIdentifier(prepared.saved ?? context)
            ).get()
            return { finish(prepared, of: context, outcome) }
        }
        return ExclusiveLine.Ending { error in
            let result = error.map { .failure(work.failure($0, in: context)) } ?? result
            end(result.flatMap { $0() }, completion)
        }
    }

    /// `saved` is the level that has what the closure saved itself; nil where it saved nothing.
    private typealias Prepared = (output: Output, changeSet: ChangeSet, saved: ManagedObjectContext?)

    /// Runs the closure, and has what it saved carry the receipt.
    private func prepare(_ context: ManagedObjectContext) throws -> Prepared {
        let output = try context.withInnerSaves(body)
        try context.confinement.enter { try context.requireValues() }
        let result = try coding.encode(output)
        let saved = context.confinement.enter { context.leaveInnerSaves() }
        var changeSet = try saved?.confinement.enter { try saved?.prepareSave() } ?? ChangeSet()
        span?.note(changeSet)
        changeSet.receipt = Receipt(key: key, result: result, expires: Date(timeIntervalSinceNow: lifetime))
        return (output, changeSet, saved)
    }

    /// Returns what a task came to whose changes, or those of one with the same key before it, are committed.
    private func finish(
        _ prepared: Prepared, of context: ManagedObjectContext, _ outcome: CommitOutcome
    ) -> Result<Output, BackgroundFailure> {
        work.attempt(in: context) {
            if let first = outcome.repeated { return try decode(first) }
            // What was changed and not saved is in nothing that is committed.
            if let saved = prepared.saved { context.finishTask(saved, outcome) } else { context.innerSaves = .none }
            return prepared.output
        }
    }

    private func decode(_ result: Data) throws -> Output {
        do { return try coding.decode(result) } catch { throw IdempotencyError.resultOfAnotherType(key: key) }
    }
}
