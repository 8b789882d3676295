import Dispatch
import Foundation
import SignalsCore
import Synchronization

/// The tables of a store while a commit is being decided on: reads see what was applied to it.
///
/// The rows that it reads may be kept, since there is no other commit meanwhile, or the store asks for another
/// decision.
package final class TableTurn: StoreTurn, TableReader {
    private let rows: Vouched<TableRows>
    private let queue = DispatchQueue(label: "signals.turn")
    /// Changes on the queue.
    private let over = Atomic(false)

    package init(_ rows: TableRows) {
        // SAFETY: they are touched on `queue` only, and by whoever made them when `end` has returned.
        self.rows = Vouched(rows)
    }

    private var isOver: Bool { over.load(ordering: .relaxed) }

    package func apply(_ changeSet: ChangeSet) -> Result<CommitOutcome, SaveError> {
        queue.sync { isOver ? .failure(SaveError(ofStore: Self.turnIsOver)) : rows.value.apply(changeSet) }
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

    /// Prevents later use of the rows.
    package func end() { queue.sync { over.store(true, ordering: .relaxed) } }

    private func use<Result>(_ body: (TableRows) throws -> Result) throws -> Result {
        try queue.sync {
            if isOver { throw Self.turnIsOver }
            return try body(rows.value)
        }
    }

    private static let turnIsOver = FetchError.store(reason: "the closure that this context is of has ended")
}

extension TableRows {
    fileprivate var evaluation: TableEvaluation { TableEvaluation(catalog: catalog, read: pending.rows) }
}
