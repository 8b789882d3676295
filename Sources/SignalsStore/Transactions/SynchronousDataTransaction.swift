/// The transaction of `DataStack.beginSynchronous(_:)`.
public final class SynchronousDataTransaction: DataTransaction {
    /// The context of the transaction.
    public let fetchOrigin: FetchOrigin
    private(set) var isCommitted = false

    init(_ context: ManagedObjectContext) { fetchOrigin = FetchOrigin(context: context) }

    /// Keeps the changes: they are saved when the closure returns. Called twice, it stops the program.
    public func commit() { OneShotCommit.mark(&isCommitted) }
}
