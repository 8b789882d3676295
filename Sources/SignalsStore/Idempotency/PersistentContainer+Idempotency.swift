import Foundation
import SignalsCore

extension PersistentContainer {
    /// Runs a closure in the background, with a context of its own, once for a key: a repeat, also after a crash or by
    /// another process, does nothing and hands over the first result.
    ///
    /// ```swift
    /// container.performBackgroundTask(idempotencyKey: request.id) { context in
    ///     let order = Order(context: context)
    ///     try context.save()
    ///     return order.objectID
    /// }
    /// ```
    /// The key and the result are kept in the same transaction as everything that the closure saves, which is committed
    /// when the closure returns: `save()` inside of it hands its changes on to that transaction. When the closure
    /// throws, or the transaction fails, nothing is kept and a repeat runs. Of two tasks with one key at once in this
    /// process, the second waits for the first.
    ///
    /// Several stores have no transaction in common: the key is kept in the store that the task changed, and a task that
    /// changed objects of more than one fails with `SaveError.Reason.invalid(message:)`, and saves nothing.
    ///
    /// - Parameters:
    ///   - idempotencyKey: the name of the task, unique in this store.
    ///   - lifetime: the time, in seconds, for which the key and the result are kept; a week by default.
    ///   - response: the response when the commit meets a conflict: by default it fails the task, and the key is not kept.
    ///   - fileID: the file of the call, for the container's instrumentation.
    ///   - line: its line.
    ///   - body: the work, as in ``performBackgroundTask(_:)``.
    /// - Returns: a future that resolves, on a background thread, with the closure's result, or the first one that is
    ///   kept for the key, after what was saved is durable and can be read by other contexts. It fails with what the
    ///   closure threw, `SaveError`, `IdempotencyError` when the stored result is of another type, or
    ///   `StoreError.closed`.
    @discardableResult
    public func performBackgroundTask<Output: Codable & Sendable>(
        idempotencyKey: String, keptFor lifetime: TimeInterval = 7 * 24 * 3600,
        onConflict response: ConflictResponse = .fail, fileID: StaticString = #fileID, line: UInt = #line,
        _ body: @escaping @Sendable (ManagedObjectContext) throws -> Output
    ) -> Future<Output, any Error> {
        let span = contextDefaults.spans.begin(.save, at: CallSite(fileID: fileID, line: line))
        return backgroundWork.future {
            IdempotentTask(
                work: backgroundWork, key: idempotencyKey, lifetime: lifetime, coding: .json, response: response,
                body: body, span: span, completion: span?.ending(with: $0) ?? $0
            ).submit()
        }
    }

    /// The same for a closure without a result.
    @discardableResult
    public func performBackgroundTask(
        idempotencyKey: String, keptFor lifetime: TimeInterval = 7 * 24 * 3600,
        onConflict response: ConflictResponse = .fail, fileID: StaticString = #fileID, line: UInt = #line,
        _ body: @escaping @Sendable (ManagedObjectContext) throws -> Void
    ) -> Future<Void, any Error> {
        let span = contextDefaults.spans.begin(.save, at: CallSite(fileID: fileID, line: line))
        return backgroundWork.future {
            IdempotentTask(
                work: backgroundWork, key: idempotencyKey, lifetime: lifetime, coding: .nothing, response: response,
                body: body, span: span, completion: span?.ending(with: $0) ?? $0
            ).submit()
        }
    }
}
