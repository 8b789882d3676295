import Dispatch
import Foundation

/// A background task that is run once for its key.
struct IdempotentTask<Output: Sendable>: Sendable {
    let work: BackgroundWork
    let key: String
    let lifetime: TimeInterval
    let coding: ResultCoding<Output>
    let body: @Sendable (ManagedObjectContext) throws -> Output

    typealias Completion = BackgroundWork.Completion<Output>

    func submit(_ completion: @escaping Completion) {
        work.submit({ completion(.failure($0)) }) { queue in
            // Before the key is asked for: it may be handed over at once.
            work.tasks.suspend()
            guard keys.take(key, orStartLater: { work.tasks.resume { run(on: $0, completion) } }) else { return }
            run(on: queue, completion)
            work.tasks.goOn()
        }
    }

    private var keys: RunningKeys { work.coordinator.runningKeys }

    private func run(on queue: DispatchQueue, _ completion: @escaping Completion) {
        let context = work.makeContext(on: queue)
        let finish: Completion = { result in
            keys.giveBack(key)
            completion(result)
        }
        let prepared = work.attempt(in: context) { try firstResult().map(Prepared.repeated) ?? prepare(context) }
        switch prepared {
        case .failure(let failure): finish(.failure(failure))
        case .success(.repeated(let output)): finish(.success(output))
        case .success(.new(let output, let changeSet)):
            commit(output, changeSet, context.innerLevel ?? context, finish)
        }
    }

    private enum Prepared {
        case repeated(Output)
        case new(Output, ChangeSet)
    }

    private func firstResult() throws -> Output? { try work.coordinator.store.receipt(for: key).map(decode) }

    /// Runs the closure, and has what it saved carry the receipt.
    private func prepare(_ context: ManagedObjectContext) throws -> Prepared {
        context.beginInnerSaves()
        let output = try context.confinement.enter { try body(context) }
        let result = try coding.encode(output)
        let saved = context.confinement.enter { context.leaveInnerSaves() }
        var changeSet = try saved?.confinement.enter { try saved?.prepareSave() } ?? ChangeSet()
        changeSet.receipt = Receipt(key: key, result: result, expires: Date(timeIntervalSinceNow: lifetime))
        return .new(output, changeSet)
    }

    private func commit(
        _ output: Output, _ changeSet: ChangeSet, _ context: ManagedObjectContext, _ completion: @escaping Completion
    ) {
        work.tasks.suspend()
        work.coordinator.commit(changeSet, from: context) { result in
            work.tasks.resume { _ in
                completion(
                    work.attempt(in: context) {
                        try context.confinement.enter {
                            let outcome = try result.mapError(context.failSave).get()
                            if let first = outcome.repeated { return try decode(first) }
                            context.finish(outcome)
                            return output
                        }
                    })
            }
        }
    }

    private func decode(_ result: Data) throws -> Output {
        do { return try coding.decode(result) } catch { throw IdempotencyError.resultOfAnotherType(key: key) }
    }
}
