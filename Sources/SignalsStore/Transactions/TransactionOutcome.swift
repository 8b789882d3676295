/// The outcome of a transaction.
public enum TransactionOutcome: Sendable, Hashable {
    /// The changes are in the store.
    case committed
    /// The closure ended without `commit()`, and nothing was kept.
    case discarded
}
