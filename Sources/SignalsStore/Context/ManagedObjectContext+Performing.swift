import Dispatch
import Signals

extension ManagedObjectContext {
    /// Runs a closure on the context's queue, after what was handed to it before, and returns at once.
    public func perform(_ body: @escaping @Sendable () -> Void) {
        confinement.queue.async { [confinement] in confinement.enter(body) }
    }

    /// Runs a closure on the context's queue and returns its result. Inside `performAndWait` or `perform` of the same
    /// context it runs at once.
    ///
    /// - Parameter body: what to do; it may use the context and its objects.
    /// - Throws: what `body` throws.
    public func performAndWait<Output: Sendable>(_ body: () throws -> Output) rethrows -> Output {
        if confinement.isCurrent || BackgroundTasks.isRunning(on: confinement.queue) {
            return try confinement.enter(body)
        }
        return try confinement.queue.sync { try confinement.enter(body) }
    }

    /// Runs a closure on the context's queue and returns its result, without blocking a thread meanwhile.
    ///
    /// - Throws: what `body` throws.
    public func perform<Output: Sendable, Failure: Error>(
        _ body: @escaping @Sendable () throws(Failure) -> Output
    ) async throws(Failure) -> Output {
        let result: Result<Output, Failure> = await withCheckedContinuation { continuation in
            confinement.queue.async { [confinement] in
                continuation.resume(returning: Result { () throws(Failure) in try confinement.enter(body) })
            }
        }
        return try result.get()
    }
}
