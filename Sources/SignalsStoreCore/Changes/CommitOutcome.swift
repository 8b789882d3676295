import Foundation

/// The outcome of a save for the rows that it concerned. Mostly it is as asked, and then there is nothing to say: so it
/// is one reference.
package struct CommitOutcome: Sendable {
    package struct Details: Sendable {
        /// The version of each row that was not deleted; that of a new one is 1 where it is not here.
        package var versions: [Int64: Int64] = [:]
        /// The values of each row that holds anything else than what was changed of it: what someone else changed since
        /// it was read, or kept by the merge policy.
        package var merged: [Int64: [StoredValue]] = [:]
        /// The changes that the rules of relationships made to other rows.
        package var consequences = CommitNotice()
        /// The rows that were changed here and are deleted, as someone else wished and the merge policy decided.
        package var deleted: Set<Int64> = []
        /// The rows that each batch change found.
        package var foundInBatches: [[Int64]] = []
        /// By the numbers of new rows that became one with others, those of the others.
        package var joined: [Int64: Int64] = [:]
        /// The new rows that a batch left out.
        package var skipped: Set<Int64> = []
        /// The changes that were made, where new rows became one with others or came back after a deletion.
        package var applied: ChangeSet?
        /// The result of an earlier task with the same key: then nothing was changed.
        package var repeated: Data?

        package init() {}

        fileprivate static let none = Details()

        private var isEmpty: Bool {
            versions.isEmpty && merged.isEmpty && consequences.isEmpty && deleted.isEmpty && foundInBatches.isEmpty
                && repeated == nil && joined.isEmpty && skipped.isEmpty
        }

        fileprivate var kept: [Details] { isEmpty ? [] : [self] }
    }

    /// One, or none where there is nothing to say.
    private let known: [Details]

    package init() { known = [] }
    package init(_ details: Details) { known = details.kept }

    /// The outcome of a task whose key was committed before: its first result, and nothing changed.
    package init(repeated: Data) {
        var details = Details()
        details.repeated = repeated
        self.init(details)
    }

    package var isPlain: Bool { known.isEmpty }
    package var details: Details { known.first ?? .none }

    package var versions: [Int64: Int64] { known.isEmpty ? [:] : known[0].versions }
    package var repeated: Data? { known.isEmpty ? nil : known[0].repeated }
}
