import Foundation
import SignalsCore

/// Several stores that one caller has to itself at once. A change that one of them refuses is rolled back in all.
final class StoreGroupTurn: StoreTurn {
    private let group: StoreGroup
    /// By the index of the store.
    private let turns: [ExclusiveTurn]
    private let reader: StoreGroupReader
    private let failure = Locked<SaveError?>(nil)

    private init(_ group: StoreGroup, _ turns: [ExclusiveTurn]) {
        self.group = group
        self.turns = turns
        reader = group.reader(of: turns.map(\.store))
    }

    /// Takes the stores' turns one after the other, runs what needs them all, and ends them, the last one first.
    static func run(
        _ work: (any StoreTurn) throws(SaveError) -> Void, in group: StoreGroup, _ order: [Int]
    ) throws(SaveError) {
        try descend(order[...], [:], group, work)
    }

    private static func descend(
        _ order: ArraySlice<Int>, _ turns: [Int: ExclusiveTurn], _ group: StoreGroup,
        _ work: (any StoreTurn) throws(SaveError) -> Void
    ) throws(SaveError) {
        guard let storeIndex = order.first else {
            let turn = StoreGroupTurn(group, group.members.indices.compactMap { turns[$0] })
            try work(turn)
            if let failure = turn.failure.withLock({ $0 }) { throw failure }
            return
        }
        var areOthersDone = false
        do throws(SaveError) {
            try group.members[storeIndex].exclusively { turn throws(SaveError) in
                var turns = turns
                turns[storeIndex] = turn
                areOthersDone = false
                try descend(order.dropFirst(), turns, group, work)
                areOthersDone = true
            }
        } catch {
            var error = error
            // A disk that fails at the end cannot take back what the others have committed.
            if areOthersDone, order.count > 1, error.saved == nil {
                error.saved = SavedPart(storeIndexes: Set(order.dropFirst()), outcome: CommitOutcome())
            }
            throw error
        }
    }

    func apply(_ changeSet: ChangeSet) -> Result<CommitOutcome, SaveError> {
        var save = SplitSave(changeSet, group)
        for (storeIndex, turn) in turns.enumerated() where save.isDue(at: storeIndex) {
            guard let part = save.parts[storeIndex] else { continue }
            save.note(turn.apply(part, from: ObjectIdentifier(group)), at: storeIndex)
        }
        return save.result.mapError { error in
            var error = error
            error.saved = nil
            failure.withLock { $0 = error }
            return error
        }
    }

    // Each object's store gives it its number.
    func reserveNumbers(_ count: Int) throws(SaveError) -> Range<Int64> { try group.reserveNumbers(count) }

    func receipt(for key: String) throws -> Data? {
        for turn in turns { if let receipt = try turn.store.receipt(for: key) { return receipt } }
        return nil
    }

    func fetch(_ query: Query, _ body: (RowPage) throws -> Void) throws { try reader.fetch(query, body) }

    func count(_ query: Query) throws -> Int { try reader.count(query) }

    func metered(by meter: QueryMeter) -> any StoreReader { reader.metered(by: meter) }

    func links(of table: JoinTable, _ side: JoinTable.Side, to numbers: [Int64]) throws -> [LinkRow] {
        try reader.links(of: table, side, to: numbers)
    }
}
