extension ChangeSet {
    /// The treatment of new rows whose unique values others have.
    package struct Joining: Sendable {
        /// The answer of a batch.
        package enum Batch: Sendable, Equatable {
            case fail
            case skip
            /// The stored rows get these columns of the new ones, by their numbers.
            case update([Int64: Set<Int>])
        }

        /// The declared values of the entities whose new rows may join stored ones, by their names.
        package var defaults: [String: [StoredValue]] = [:]
        /// The rows that were inserted because none was found: these join under every policy.
        package var found: Set<Int64> = []
        package var batch = Batch.fail

        package init(defaults: [String: [StoredValue]] = [:], found: Set<Int64> = [], batch: Batch = .fail) {
            self.defaults = defaults
            self.found = found
            self.batch = batch
        }
    }
}
