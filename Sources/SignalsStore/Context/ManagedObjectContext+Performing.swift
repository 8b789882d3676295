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
    public func performAndWait<Result: Sendable>(_ body: () throws -> Result) rethrows -> Result {
        if confinement.isCurrent { return try confinement.enter(body) }
        return try confinement.queue.sync { try confinement.enter(body) }
    }

    /// Runs a closure on the context's queue and returns its result, without blocking a thread meanwhile.
    ///
    /// - Throws: what `body` throws.
    public func perform<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result {
        try await withCheckedThrowingContinuation { continuation in
            confinement.queue.async { [confinement] in
                continuation.resume(with: Swift.Result { try confinement.enter(body) })
            }
        }
    }
}
