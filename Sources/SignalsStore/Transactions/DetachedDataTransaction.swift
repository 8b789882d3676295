import SignalsCore

/// The transaction of `DataStack.beginDetached()`: not bound to a closure, kept as long as its owner wants, committed as
/// often as the owner wants.
///
/// It belongs to its owner's queue: to the main actor, or to the queue that it was begun on. It and its objects are used
/// there and nowhere else. It is not `Sendable`, so it is begun there too: see ``DataStack/beginDetached(on:)``.
///
/// `undo()` is on in the context of one that belongs to the main actor, and off in that of another queue's: see
/// ``ManagedObjectContext/isUndoEnabled``.
public final class DetachedDataTransaction: DataTransaction {
    /// The context of the transaction.
    public let fetchOrigin: FetchOrigin

    init(_ context: ManagedObjectContext) { fetchOrigin = FetchOrigin(context: context) }

    /// Saves the changes since the last commit, and goes on.
    ///
    /// Runs on the transaction's queue, which it blocks until the changes are on disk.
    ///
    /// The transaction's context does not follow the store by default, see
    /// ``ManagedObjectContext/automaticallyMergesChangesFromParent``. After a conflict the same changes meet the same
    /// conflict again, even if they are rolled back and made anew, until the object is brought up to date: by
    /// `context.refresh(_:mergeChanges: false)`, which takes the object's changes back too, or after ``rollback()`` by
    /// a fetch that finds it.
    ///
    /// - Parameters:
    ///   - fileID: the file of the call, for the container's instrumentation.
    ///   - line: its line.
    /// - Returns: a future of the outcome. If it fails, nothing was saved and the changes are still here, to be
    ///   corrected and committed again, or rolled back. Where nobody subscribes to a failure, the container's
    ///   `unobservedFailureHandler` is called.
    @discardableResult
    public func commit(fileID: StaticString = #fileID, line: UInt = #line) -> Future<Void, any Error> {
        let outcome = Result<Void, any Error> { try context.save(fileID: fileID, line: line) }
        let (defaults, name) = (context.defaults, context.name)
        return Future.reporting { promise in
            promise(outcome) {
                guard case .failure(let error) = outcome else { return }
                defaults.unobserved.handler(
                    UnobservedFailure(error: error, contextName: name, containerName: defaults.containerName))
            }
        }
    }

    /// Takes back the changes since the last commit. After a conflict the objects have the values that the transaction
    /// had read, and the same change meets the same conflict until the object is read again: by a fetch that finds it,
    /// or by `context.refresh(_:mergeChanges: false)`. See ``ManagedObjectContext/rollback()``.
    public func rollback() { context.rollback() }
}
