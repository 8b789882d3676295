import Foundation
import SignalsStoreCore

/// The commits that others made since a position.
struct ForeignRecords: Sendable {
    /// The records of other origins, in their order; nil if some are missing.
    let records: [HistoryRecord]?
    /// The last one.
    let last: HistoryPosition

    /// - Parameters:
    ///   - commits: the answer to `History.commits(from:)`.
    ///   - newest: the answer to `History.newest`.
    ///   - origin: whose commits are left out.
    init(_ commits: PostgresResult, newest: PostgresResult, since position: HistoryPosition, except origin: UUID) {
        self.init(commits, since: position, except: origin, orUpTo: HistoryPosition(newest, 0) ?? position)
    }

    /// None.
    init(noneUpTo last: HistoryPosition) { (records, self.last) = ([], last) }

    /// There are commits, but their changes are unknown.
    init(unknownUpTo last: HistoryPosition) { (records, self.last) = (nil, last) }

    /// These, and those that were found after them.
    init(_ first: ForeignRecords, _ second: ForeignRecords) {
        last = second.last
        if let former = first.records, let later = second.records { records = former + later } else { records = nil }
    }

    /// - Parameter newest: the last commit, if the commits from the position on are incomplete.
    init(
        _ commits: PostgresResult, since position: HistoryPosition, except origin: UUID, orUpTo newest: HistoryPosition
    ) {
        let isKnown = HistoryPosition(commits, 0) == position && commits.count <= History.mostCommits + 1
        guard isKnown, let last = HistoryPosition(commits, commits.count - 1) else {
            records = nil
            last = newest
            return
        }
        self.last = last
        let isGapless = last.generation - position.generation == Int64(commits.count - 1)
        let own = origin.storedValue()
        records =
            !isGapless
            ? nil
            : (1..<max(1, commits.count)).compactMap { row in
                PostgresValue.value(commits.bytes(row, 2), as: .uuid) == own
                    ? nil : HistoryRecord.decoded(commits.bytes(row, 3))
            }
    }
}
