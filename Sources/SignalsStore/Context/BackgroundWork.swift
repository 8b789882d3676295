import Dispatch
import Signals

/// Runs closures with contexts of their own on a container's background tasks, and says what became of them.
struct BackgroundWork: Sendable {
    let tasks: BackgroundTasks
    let coordinator: StoreCoordinator
    let model: ManagedObjectModel
    let containerName: String

    /// Called once, on a background task's place.
    typealias Completion<Output> = @Sendable (Result<Output, any Error>) -> Void

    /// Runs a closure; what it does not save itself is discarded.
    func run<Output: Sendable>(
        _ body: @escaping @Sendable (ManagedObjectContext) throws -> Output,
        _ completion: @escaping Completion<Output>
    ) {
        submit(completion) { queue in
            let context = makeContext(on: queue)
            completion(Result { try context.confinement.enter { try body(context) } })
        }
    }

    /// Runs a closure and saves what it changed. No thread waits for that: the completion is called as a task of its
    /// own, after the commit can be read and the context has said that it saved.
    func save<Output: Sendable>(
        _ body: @escaping @Sendable (ManagedObjectContext) throws -> Output,
        _ completion: @escaping Completion<Output>
    ) {
        submit(completion) { queue in
            let context = makeContext(on: queue)
            do {
                let (output, changeSet) = try context.confinement.enter {
                    let output = try body(context)
                    return (output, try context.prepareSave())
                }
                guard let changeSet, !changeSet.isEmpty else { return completion(.success(output)) }
                commit(changeSet, from: context) { completion($0.map { output }) }
            } catch { completion(.failure(error)) }
        }
    }

    private func commit(
        _ changeSet: ChangeSet, from context: ManagedObjectContext, _ completion: @escaping Completion<Void>
    ) {
        tasks.suspend()
        coordinator.commit(changeSet, from: context) { result in
            tasks.resume { _ in
                if case .success(let outcome) = result { context.confinement.enter { context.finish(outcome) } }
                completion(result.map { _ in }.mapError { $0 })
            }
        }
    }

    private func submit<Output>(_ completion: Completion<Output>, _ task: @escaping BackgroundTasks.Task) {
        if !tasks.submit(task) { completion(.failure(StoreError.closed(name: containerName))) }
    }

    private func makeContext(on queue: DispatchQueue) -> ManagedObjectContext {
        let context = ManagedObjectContext(.privateQueue, queue: queue, coordinator: coordinator, model: model)
        context.name = "background task of \(containerName)"
        return context
    }
}
