import Dispatch
import SignalsCore

extension ManagedObjectContext {
    /// Runs a closure on the context's queue, after what was handed to it before, and returns at once. Core Data's
    /// `perform(_:)`.
    ///
    /// - Parameter body: the work; it may use the context and its objects.
    public func perform(_ body: @escaping @Sendable () -> Void) {
        confinement.async(body)
    }

    /// Runs a closure on the context's queue, after what was handed to it before, and hands over its result.
    ///
    /// ```swift
    /// context.performFuture { try context.save() }.sink(receiveCompletion: show, receiveValue: {}).store(in: &cancellables)
    /// ```
    ///
    /// It is not an overload of `perform(_:)`, since the compiler would prefer it to the asynchronous one in
    /// `main.swift`, where `try await context.perform { try context.save() }` would then wait for nothing.
    ///
    /// - Parameter body: the work; it may use the context and its objects.
    /// - Returns: a future that resolves on the context's queue, with the closure's result or with what it threw. Where
    ///   nobody subscribes to a failure, the container's `unobservedFailureHandler` is called.
    @discardableResult
    public func performFuture<Output: Sendable>(
        _ body: @escaping @Sendable () throws -> Output
    ) -> Future<Output, any Error> {
        Future.reporting { promise in
            perform { [defaults, weak self] in
                let result = Result { try body() }
                let name = self?.name
                promise(result) {
                    guard case .failure(let error) = result else { return }
                    defaults.unobserved.handler(
                        UnobservedFailure(error: error, contextName: name, containerName: defaults.containerName))
                }
            }
        }
    }

    /// Runs a closure on the context's queue and returns its result. Inside `performAndWait` or `perform` of the same
    /// context it runs at once.
    ///
    /// - Parameter body: the work; it may use the context and its objects.
    /// - Throws: what `body` throws.
    public func performAndWait<Output: Sendable>(_ body: () throws -> Output) rethrows -> Output {
        if confinement.isCurrent { return try confinement.enter(body) }
        if BackgroundTasks.isRunning(on: confinement.queue) {
            confinement.waitForSave()
            return try confinement.enter(body)
        }
        // The queues of parents that wait here belong to the closure too: it reads and saves there.
        let waiting = ancestors.map(\.confinement).filter(\.isCurrent)
        return try confinement.sync { try Self.enter(waiting[...], body) }
    }

    private static func enter<Output>(
        _ confinements: ArraySlice<QueueConfinement>, _ body: () throws -> Output
    ) rethrows -> Output {
        guard let first = confinements.first else { return try body() }
        return try first.enter { try enter(confinements.dropFirst(), body) }
    }

    /// The parent, its parent and so on.
    var ancestors: some Sequence<ManagedObjectContext> {
        sequence(state: self) { context in
            guard case .parent(let parent) = context.source else { return nil }
            context = parent
            return parent
        }
    }

    /// Runs a closure on the context's queue, after what was handed to it before, and returns its result, without blocking
    /// a thread meanwhile. Core Data's `perform(schedule:_:)`.
    ///
    /// ```swift
    /// try await context.perform { try context.save() }
    /// ```
    ///
    /// - Parameter body: the work; it may use the context and its objects.
    /// - Returns: the result of `body`.
    /// - Throws: what `body` throws.
    public func perform<Output: Sendable, Thrown: Error>(
        _ body: @escaping @Sendable () throws(Thrown) -> Output
    ) async throws(Thrown) -> Output {
        let result: Result<Output, Thrown> = await withCheckedContinuation { continuation in
            confinement.async { continuation.resume(returning: Result { () throws(Thrown) in try body() }) }
        }
        return try result.get()
    }
}
