import Dispatch
import SignalsCore

/// Runs closures with contexts of their own on a container's background tasks, and reports their outcomes.
///
/// All that depends on a result's type is in closures that are formed where the type is static, since unspecialised
/// generic code looks types up at run time, again for each save.
@usableFromInline
final class BackgroundWork: Sendable {
    let tasks: BackgroundTasks
    let coordinator: StoreCoordinator
    let model: ManagedObjectModel
    let defaults: ContextDefaults
    /// The work that runs with the store to itself.
    let exclusiveQueue: ExclusiveQueue
    private let contextName: String

    init(
        tasks: BackgroundTasks, coordinator: StoreCoordinator, model: ManagedObjectModel, defaults: ContextDefaults
    ) {
        self.tasks = tasks
        self.coordinator = coordinator
        self.model = model
        self.defaults = defaults
        exclusiveQueue = ExclusiveQueue(tasks: tasks, coordinator: coordinator)
        contextName = "background task of \(defaults.containerName)"
    }

    /// The outcome of a closure, in closures that were formed with its type.
    @usableFromInline
    struct Ending: Sendable {
        /// Called once, on a background task's queue, when the result holds.
        let finish: @Sendable () -> Void
        /// Called before it by the writer, which it must not keep waiting, in the order of the commits; not called when
        /// there was nothing to save.
        let onCommit: (@Sendable () -> Void)?

        @usableFromInline
        init(onCommit: (@Sendable () -> Void)? = nil, _ finish: @escaping @Sendable () -> Void) {
            self.onCommit = onCommit
            self.finish = finish
        }
    }

    @usableFromInline typealias Body = @Sendable (ManagedObjectContext) throws -> Ending

    /// Called once, on a background task's queue, or at once when no more tasks are accepted.
    @usableFromInline typealias Failing = @Sendable (BackgroundFailure) -> Void

    /// Called once, on a background task's queue.
    typealias Completion<Output> = @Sendable (Result<Output, BackgroundFailure>) -> Void

    /// Starts work whose outcome a future reports, or else the handler of unobserved failures.
    func future<Output: Sendable>(_ start: (@escaping Completion<Output>) -> Void) -> Future<Output, any Error> {
        Future.reporting { promise in
            start { result in
                switch result {
                case .success(let output): promise(.success(output), nil)
                case .failure(let failure): promise(.failure(failure.error), self.report(of: failure))
                }
            }
        }
    }

    /// Returns a closure that reports to the handler a failure that passed unnoticed.
    @usableFromInline
    func report(of failure: BackgroundFailure) -> @Sendable () -> Void {
        { [defaults] in
            defaults.unobserved.handler(
                UnobservedFailure(
                    error: failure.error, contextName: failure.contextName, containerName: defaults.containerName))
        }
    }

    /// Resolves a future with a failure that is reported if nobody ever subscribes.
    @inlinable
    func fail<Output: Sendable>(_ future: Future<Output, any Error>, _ failure: BackgroundFailure) {
        future.resolve(.failure(failure.error), report(of: failure))
    }

    /// Hands a closure a context of its own, on a background task's queue; what it does not save itself is discarded.
    /// False, and it never runs, when no more tasks are accepted.
    @usableFromInline
    func run(_ body: @escaping @Sendable (ManagedObjectContext) -> Void) -> Bool {
        tasks.submit { queue in body(self.makeContext(on: queue)) }
    }

    /// Returns what a closure failed with.
    @usableFromInline
    func failure(_ error: any Error, in context: ManagedObjectContext) -> BackgroundFailure {
        BackgroundFailure(error: error, contextName: context.name)
    }

    /// The failure of a closure that was not accepted.
    @usableFromInline
    var refusal: BackgroundFailure { BackgroundFailure(error: StoreError.closed(name: defaults.containerName)) }

    /// Runs a closure and saves what it changed. No thread waits for that: it ends as a task of its own, after the
    /// commit can be read and the context has said that it saved.
    ///
    /// - Parameters:
    ///   - response: the response when its commit meets a conflict; only then the closure is called again.
    ///   - site: the call site in the program that asked for it.
    @usableFromInline
    func save(
        _ response: ConflictResponse = .fail, at site: CallSite?, _ body: @escaping Body, _ fail: @escaping Failing
    ) {
        guard let span = defaults.spans.begin(.save, at: site) else { return submit(response, body, fail, nil) }
        submit(response, { span.ending(with: try body($0)) }, span.ending(with: fail), span)
    }

    private func submit(
        _ response: ConflictResponse, _ body: @escaping Body, _ fail: @escaping Failing, _ span: OngoingSpan?
    ) {
        submit(fail) { queue in
            let closure = SavedClosure(body: body, span: span)
            SavedTask(work: self, response: response, closure: closure, fail: fail).run(on: queue)
        }
    }

    func attempt<Output>(
        in context: ManagedObjectContext, _ body: () throws -> Output
    ) -> Result<Output, BackgroundFailure> {
        do { return .success(try body()) } catch { return .failure(failure(error, in: context)) }
    }

    func submit(_ fail: Failing, _ task: @escaping BackgroundTasks.Task) {
        if !tasks.submit(task) { fail(refusal) }
    }

    func makeContext(on queue: DispatchQueue) -> ManagedObjectContext {
        ManagedObjectContext(
            .privateQueue, queue: queue, coordinator: coordinator, model: model, defaults: defaults, name: contextName)
    }
}
