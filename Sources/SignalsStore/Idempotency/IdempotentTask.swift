import Dispatch
import Foundation

/// A background task that is run once for its key.
struct IdempotentTask<Output: Sendable>: TaskClosure {
    let work: BackgroundWork
    let key: String
    let lifetime: TimeInterval
    let coding: ResultCoding<Output>
    let response: ConflictResponse
    let body: @Sendable (ManagedObjectContext) throws -> Output
    let span: OngoingSpan?
    let completion: BackgroundWork.Completion<Output>

    func submit() {
        work.submit({ completion(.failure($0)) }) { queue in
            let task = SavedTask(work: work, response: response, closure: self) { end(.failure($0)) }
            // Before the key is asked for: it may be handed over at once.
            work.tasks.suspend()
            guard keys.acquire(key, orStartLater: { work.tasks.resume { task.run(on: $0) } }) else { return }
            task.run(on: queue)
            work.tasks.withdrawSuspension()
        }
    }

    private var keys: RunningKeys { work.coordinator.runningKeys }

    /// Releases the key, and reports the outcome of the task.
    private func end(_ result: Result<Output, BackgroundFailure>) {
        keys.release(key)
        completion(result)
    }

    /// Runs the closure where no result is kept, and has what it saved carry the receipt.
    func prepare(
        in context: ManagedObjectContext, reading receipt: (String) throws -> Data?
    ) -> PreparedTask {
        do {
            if let first = try receipt(key) {
                return .unchanged(TaskEnding(whole: nil, task: ending(repeating: first, in: context)))
            }
            let output = try context.withInnerSaves(body)
            let result = try coding.encode(output)
            return context.confinement.enter {
                do throws(SaveError) {
                    try context.requireValues()
                    let level = context.leaveInnerSaves()
                    let saved = try level?.confinement.enter { () throws(SaveError) in try level?.prepareSave() }
                    var changeSet = saved ?? ChangeSet()
                    span?.note(changeSet)
                    changeSet.receipt = Receipt(
                        key: key, result: result, expires: Date(timeIntervalSinceNow: lifetime))
                    // Unsaved changes are not part of any commit.
                    return .changed(
                        changeSet,
                        TaskEnding(
                            whole: saved == nil ? nil : level, task: BackgroundWork.Ending { end(.success(output)) },
                            repeated: { ending(repeating: $0, in: context) }))
                } catch { return .refused(error) }
            }
        } catch { return .thrown(error) }
    }

    /// The ending with the result that is kept.
    private func ending(repeating first: Data, in context: ManagedObjectContext) -> BackgroundWork.Ending {
        let result = work.attempt(in: context) { () throws -> Output in
            do { return try coding.decode(first) } catch { throw IdempotencyError.resultOfAnotherType(key: key) }
        }
        return BackgroundWork.Ending { end(result) }
    }
}
