/// The transaction of `DataStack.perform(_:)`, which is committed when the closure returns.
public final class PerformedDataTransaction: DataTransaction {
    /// The context of the transaction.
    public let fetchOrigin: FetchOrigin

    init(_ context: ManagedObjectContext) { fetchOrigin = FetchOrigin(context: context) }
}
