/// The outcome of a transaction.
public enum TransactionOutcome: Sendable, Hashable {
    /// They are in the store.
    case committed
    /// The closure ended without `commit()`, and nothing was kept.
    case discarded
}
