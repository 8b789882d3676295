extension ChangeSet {
    /// What is done about new rows whose unique values others have.
    struct Joining: Sendable {
        /// The answer of a batch.
        enum Batch: Sendable, Equatable {
            case fail
            case skip
            /// The stored rows get these columns of the new ones, by their numbers.
            case update([Int64: Set<Int>])
        }

        /// The declared values of the entities whose new rows may join stored ones, by their names.
        var defaults: [String: [StoredValue]] = [:]
        /// The rows that were inserted because none was found: these join under every policy.
        var found: Set<Int64> = []
        var batch = Batch.fail
    }
}
