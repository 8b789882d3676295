import Dispatch
import Foundation

/// The tables of a store while a commit is being decided on: reads see what was applied to it.
///
/// What the store reads for it may be kept, since nobody else commits meanwhile, or the store asks for another decision.
// SAFETY: `rows` is not Sendable; it is touched on `queue` only, and by whoever made it when `end` has returned.
package final class TableTurn: StoreTurn, TableReader, @unchecked Sendable {
    private let rows: TableRows
    private let queue = DispatchQueue(label: "signals.turn")
    private var isOver = false

    package init(_ rows: TableRows) { self.rows = rows }

    package func apply(_ changeSet: ChangeSet) -> Result<CommitOutcome, SaveError> {
        queue.sync { isOver ? .failure(SaveError(ofStore: Self.over)) : rows.apply(changeSet) }
    }

    package func reserveNumbers(_ count: Int) throws(SaveError) -> Range<Int64> {
        do { return try use { try $0.reserve(count) } } catch { throw SaveError(ofStore: error) }
    }

    package func receipt(for key: String) throws -> Data? {
        try use { ReceiptRow.result(try $0.pending.rows(ReceiptRow.request(key)), for: key) }
    }

    func evaluating<Result>(_ body: (TableEvaluation) throws -> Result) throws -> Result {
        try use { try body($0.evaluation) }
    }

    /// Keeps whoever has it still from using the rows.
    package func end() { queue.sync { isOver = true } }

    private func use<Result>(_ body: (TableRows) throws -> Result) throws -> Result {
        try queue.sync {
            if isOver { throw Self.over }
            return try body(rows)
        }
    }

    private static let over = FetchError.store(reason: "the turn is over")
}

extension TableRows {
    fileprivate var evaluation: TableEvaluation { TableEvaluation(catalog: catalog, read: pending.rows) }
}
