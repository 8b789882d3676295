import Foundation
import SignalsCore
import SignalsStoreCore

/// A turn that records the changes applied in it, for the programs that follow the store.
final class RecordingTurn: StoreTurn {
    private let turn: TableTurn
    private let notice: Locked<CommitNotice>

    init(_ turn: TableTurn, _ notice: Locked<CommitNotice>) {
        self.turn = turn
        self.notice = notice
    }

    func apply(_ changeSet: ChangeSet) -> Result<CommitOutcome, SaveError> {
        let result = turn.apply(changeSet)
        if case .success(let outcome) = result, outcome.repeated == nil {
            notice.withLock { $0.add(changeSet, outcome) }
        }
        return result
    }

    func reserveNumbers(_ count: Int) throws(SaveError) -> Range<Int64> { try turn.reserveNumbers(count) }
    func receipt(for key: String) throws -> Data? { try turn.receipt(for: key) }
    func fetch(_ query: Query, _ body: (RowPage) throws -> Void) throws { try turn.fetch(query, body) }
    func count(_ query: Query) throws -> Int { try turn.count(query) }
    func numbers(_ query: Query) throws -> [Int64] { try turn.numbers(query) }

    func links(of table: JoinTable, _ side: JoinTable.Side, to numbers: [Int64]) throws -> [LinkRow] {
        try turn.links(of: table, side, to: numbers)
    }

    func metered(by meter: QueryMeter) -> any StoreReader { turn.metered(by: meter) }

    func end() { turn.end() }
}
