import Dispatch
import SignalsCore

extension UnitOfWork {
    /// Runs a closure in a context of the unit and saves what it changed.
    ///
    /// The closure's reads are not of one moment unless it pins its context, see ``UnitOfWork``. An error that it
    /// throws is final: it runs again only if a commit meets a conflict.
    ///
    /// - Parameters:
    ///   - fileID: the file of the call, for the container's instrumentation.
    ///   - line: its line.
    ///   - body: the work, on a background queue, with a context that belongs to it until it returns. When it
    ///     throws, everything it did is rolled back.
    /// - Returns: a future of the closure's result, which resolves on a background thread, after what was saved can be
    ///   read by other contexts.
    @discardableResult
    public func execute<Output: Sendable>(
        fileID: StaticString = #fileID, line: UInt = #line,
        _ body: @escaping @Sendable (ManagedObjectContext) throws -> Output
    ) -> Future<Output, UnitOfWorkError> {
        run(nil, at: CallSite(fileID: fileID, line: line)) { context, _ in try body(context) }
    }

    /// Runs a closure in a context of the unit, saves what it changed, and then sends the events that it enqueued.
    ///
    /// The closure's reads are not of one moment unless it pins its context, see ``UnitOfWork``. An error that it
    /// throws is final: it runs again only if a commit meets a conflict.
    ///
    /// - Parameters:
    ///   - publisher: the sender of the events, after everything is saved and before the future resolves. A unit that fails
    ///     sends none. If the unit is started by a subscriber of this publisher, the future does not wait for the
    ///     events, so that the subscriber may wait for the unit.
    ///   - fileID: the file of the call, for the container's instrumentation.
    ///   - line: its line.
    ///   - body: the work, on a background queue, with a context and an event queue that belong to it until it
    ///     returns. When it throws, everything it did is rolled back.
    /// - Returns: a future of the closure's result, which resolves on a background thread, after what was saved can be
    ///   read by other contexts.
    @discardableResult
    public func execute<Output: Sendable>(
        publishingTo publisher: DomainEventPublisher, fileID: StaticString = #fileID, line: UInt = #line,
        _ body: @escaping @Sendable (ManagedObjectContext, EventQueue) throws -> Output
    ) -> Future<Output, UnitOfWorkError> {
        run(publisher, at: CallSite(fileID: fileID, line: line), body)
    }

    /// Runs a closure in a context of the unit, saves what it changed, and calls another closure with the outcome.
    ///
    /// The closure's reads are not of one moment unless it pins its context, see ``UnitOfWork``. An error that it
    /// throws is final: it runs again only if a commit meets a conflict.
    ///
    /// - Parameters:
    ///   - fileID: the file of the call, for the container's instrumentation.
    ///   - line: its line.
    ///   - body: the work, on a background queue, with a context that belongs to it until it returns.
    ///   - completion: called on a background thread, when the future of `execute(_:)` would resolve.
    public func execute<Output: Sendable>(
        fileID: StaticString = #fileID, line: UInt = #line,
        _ body: @escaping @Sendable (ManagedObjectContext) throws -> Output,
        completion: @escaping @Sendable (Result<Output, UnitOfWorkError>) -> Void
    ) {
        start(nil, CallSite(fileID: fileID, line: line), { context, _ in try body(context) }, completion)
    }

    /// Runs a closure in a context of the unit, saves what it changed, and returns its result, without blocking a thread
    /// meanwhile. Cancelling the task does not stop it: the outcome of the changes is always reported.
    ///
    /// The closure's reads are not of one moment unless it pins its context, see ``UnitOfWork``. An error that it
    /// throws is final: it runs again only if a commit meets a conflict.
    ///
    /// - Parameters:
    ///   - fileID: the file of the call, for the container's instrumentation.
    ///   - line: its line.
    ///   - body: the work, on a background queue, with a context that belongs to it until it returns.
    /// - Throws: `UnitOfWorkError`.
    public func perform<Output: Sendable>(
        fileID: StaticString = #fileID, line: UInt = #line,
        _ body: @escaping @Sendable (ManagedObjectContext) throws -> Output
    ) async throws(UnitOfWorkError) -> Output {
        let result: Result<Output, UnitOfWorkError> = await withCheckedContinuation { continuation in
            let site = CallSite(fileID: fileID, line: line)
            start(nil, site, { context, _ in try body(context) }) { continuation.resume(returning: $0) }
        }
        return try result.get()
    }

    private func run<Output: Sendable>(
        _ publisher: DomainEventPublisher?, at site: CallSite,
        _ body: @escaping @Sendable (ManagedObjectContext, EventQueue) throws -> Output
    ) -> Future<Output, UnitOfWorkError> {
        Future.reporting { promise in
            start(publisher, site, body) { result in promise(result) { reportUnobserved(result) } }
        }
    }

    /// Reports the failure of a unit whose future has no subscriber and that has no error handler.
    private func reportUnobserved<Output>(_ result: Result<Output, UnitOfWorkError>) {
        guard case .failure(let error) = result, !hasErrorHandler else { return }
        let defaults: ContextDefaults
        switch contextOrigin {
        case .peer(let container): defaults = container.contextDefaults
        case .child(let parent): defaults = parent.defaults
        }
        defaults.unobserved.handler(
            UnobservedFailure(error: error, contextName: "unit of work", containerName: defaults.containerName))
    }

    private func start<Output: Sendable>(
        _ publisher: DomainEventPublisher?, _ site: CallSite,
        _ body: @escaping @Sendable (ManagedObjectContext, EventQueue) throws -> Output,
        _ completion: @escaping @Sendable (Result<Output, UnitOfWorkError>) -> Void
    ) {
        let settlement = Settlement(unit: self, publisher: publisher, completion: completion)
        let work = Work(body: body)
        switch contextOrigin {
        case .peer(let container):
            Self.perform(work, in: container, response, at: site, onCommit: { settlement.noteCommit(of: $0) }) {
                settlement.finish(with: $0)
            }
        case .child(let parent):
            Self.perform(work, childOf: parent, at: site, onCommit: { settlement.noteCommit(of: $0) }) {
                settlement.finish(with: $0)
            }
        }
    }
}
