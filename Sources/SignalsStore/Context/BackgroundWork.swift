import Dispatch
import Signals

/// Runs closures with contexts of their own on a container's background tasks, and says what became of them.
struct BackgroundWork: Sendable {
    let tasks: BackgroundTasks
    let coordinator: StoreCoordinator
    let model: ManagedObjectModel
    let defaults: ContextDefaults
    let containerName: String
    let unobserved: UnobservedFailures

    /// Called once, on a background task's place.
    typealias Completion<Output> = @Sendable (Result<Output, BackgroundFailure>) -> Void

    /// Starts work whose outcome a future tells, or else the handler of unobserved failures.
    func future<Output: Sendable>(_ start: (@escaping Completion<Output>) -> Void) -> Future<Output, any Error> {
        Future.reporting { promise in
            start { [unobserved, containerName] result in
                switch result {
                case .success(let output): promise(.success(output), nil)
                case .failure(let failure):
                    promise(.failure(failure.error)) {
                        unobserved.handler(
                            UnobservedFailure(
                                error: failure.error, contextName: failure.contextName, containerName: containerName))
                    }
                }
            }
        }
    }

    /// Runs a closure; what it does not save itself is discarded.
    func run<Output: Sendable>(
        _ body: @escaping @Sendable (ManagedObjectContext) throws -> Output,
        _ completion: @escaping Completion<Output>
    ) {
        submit(completion) { queue in
            let context = makeContext(on: queue)
            completion(attempt(in: context) { try context.confinement.enter { try body(context) } })
        }
    }

    /// Runs a closure and saves what it changed. No thread waits for that: the completion is called as a task of its
    /// own, after the commit can be read and the context has said that it saved.
    ///
    /// - Parameter onCommit: called by the writer, which it must not keep waiting, in the order of the commits; not
    ///   called when there was nothing to save.
    func save<Output: Sendable>(
        _ body: @escaping @Sendable (ManagedObjectContext) throws -> Output,
        onCommit: @escaping @Sendable (Output) -> Void = { _ in }, _ completion: @escaping Completion<Output>
    ) {
        submit(completion) { queue in
            let context = makeContext(on: queue)
            let prepared = attempt(in: context) {
                try context.confinement.enter { (try body(context), try context.prepareSave()) }
            }
            switch prepared {
            case .failure(let failure): completion(.failure(failure))
            case .success((let output, let changeSet?)) where !changeSet.isEmpty:
                commit(changeSet, from: context, onCommit: { onCommit(output) }) { completion($0.map { output }) }
            case .success((let output, _)): completion(.success(output))
            }
        }
    }

    private func commit(
        _ changeSet: ChangeSet, from context: ManagedObjectContext, onCommit: @escaping @Sendable () -> Void,
        _ completion: @escaping Completion<Void>
    ) {
        tasks.suspend()
        coordinator.commit(changeSet, from: context) { result in
            if case .success = result { onCommit() }
            tasks.resume { _ in
                completion(
                    attempt(in: context) {
                        try context.confinement.enter {
                            context.finish(try result.mapError(context.failSave).get())
                        }
                    })
            }
        }
    }

    func attempt<Output>(
        in context: ManagedObjectContext, _ body: () throws -> Output
    ) -> Result<Output, BackgroundFailure> {
        do { return .success(try body()) } catch {
            return .failure(BackgroundFailure(error: error, contextName: context.name))
        }
    }

    func submit<Output>(_ completion: Completion<Output>, _ task: @escaping BackgroundTasks.Task) {
        if !tasks.submit(task) {
            completion(.failure(BackgroundFailure(error: StoreError.closed(name: containerName))))
        }
    }

    func makeContext(on queue: DispatchQueue) -> ManagedObjectContext {
        let context = ManagedObjectContext(
            .privateQueue, queue: queue, coordinator: coordinator, model: model, defaults: defaults)
        context.name = "background task of \(containerName)"
        return context
    }
}
