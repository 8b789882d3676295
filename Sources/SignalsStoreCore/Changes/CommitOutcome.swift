import Foundation

/// The outcome of a save for its rows. It is one reference, since most saves are written as requested and need no
/// details.
package struct CommitOutcome: Sendable {
    package struct Details: Sendable {
        /// The version of each row that was not deleted; that of a new one is 1 where it is not here.
        package var versions: [Int64: Int64] = [:]
        /// The values of each row that differs from the save's changes: by other changes since it was read, or by the
        /// merge policy.
        package var merged: [Int64: [StoredValue]] = [:]
        /// The changes that the rules of relationships made to other rows.
        package var consequences = CommitNotice()
        /// The rows that were changed here and that the merge policy left deleted.
        package var deleted: Set<Int64> = []
        /// The rows that each batch change found.
        package var foundInBatches: [[Int64]] = []
        /// The numbers of stored rows, by the numbers of the new rows that became one with them.
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

    /// The details, or none.
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
