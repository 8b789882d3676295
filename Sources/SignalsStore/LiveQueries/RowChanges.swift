/// The changes of a live query's rows from one state to the next.
struct RowChanges: Sendable {
    struct Change: Sendable {
        let position: Int
        let number: Int64
    }

    /// With their positions before. A row that moved is among both.
    var removals: [Change] = []
    /// With their positions after.
    var insertions: [Change] = []
    /// The numbers of rows that have other values, whether they moved or not.
    var updated: Set<Int64> = []
    /// True if no state was before, so that each row came. None is then among the insertions.
    var isFirst = false

    var isEmpty: Bool { removals.isEmpty && insertions.isEmpty && updated.isEmpty && !isFirst }

    init() {}

    /// Compares two states without notices of their changes: rows that are in both stay in place where possible.
    init(from old: SnapshotRows, to new: SnapshotRows) {
        self.init(numbersFrom: old, to: new) { former, position in
            let (before, after) = (old[former], new[position])
            return before.isSame(as: after) ? nil : after.number
        }
    }

    /// Compares the numbers of two states, and of the rows that are in both what `updated` says of their positions.
    init(numbersFrom old: SnapshotRows, to new: SnapshotRows, updated: (Int, Int) -> Int64? = { _, _ in nil }) {
        // Common rows at both ends need no memory.
        let (start, ends) = Self.difference(old, new)
        for position in 0..<start { note(updated(position, position)) }
        for position in ends.new..<new.count { note(updated(position - ends.new + ends.old, position)) }
        var formerPositions: [Int64: Int] = [:]
        formerPositions.reserveCapacity(ends.old - start)
        for position in start..<ends.old { formerPositions[old.number(at: position)] = position }
        // Where the rows that are in both were, in their present order: the longest rise among them stays.
        var common: [(old: Int, new: Int)] = []
        for position in start..<ends.new {
            guard let former = formerPositions[new.number(at: position)] else { continue }
            common.append((former, position))
            note(updated(former, position))
        }
        let staying = LongestRise(common.map(\.old)).indices
        let stayingOld = Set(staying.map { common[$0].old })
        let stayingNew = Set(staying.map { common[$0].new })
        removals = (start..<ends.old).filter { !stayingOld.contains($0) }
            .map { Change(position: $0, number: old.number(at: $0)) }
        insertions = (start..<ends.new).filter { !stayingNew.contains($0) }
            .map { Change(position: $0, number: new.number(at: $0)) }
    }

    /// Leaves out rows that are among both and did not move.
    ///
    /// The rows that are not among the changes stay in place. So does a row that has as many of them before it as it had:
    /// of several such rows, the longest rise.
    mutating func removeUnmovedRows() {
        if removals.isEmpty || insertions.isEmpty { return }
        removals.sort { $0.position < $1.position }
        insertions.sort { $0.position < $1.position }
        // Each row's former position, and the number of rows before it that are not among the changes.
        var former: [Int64: (position: Int, staying: Int)] = [:]
        for (index, change) in removals.enumerated() {
            former[change.number] = (change.position, change.position - index)
        }
        let candidates = insertions.enumerated().compactMap { index, change -> Change? in
            guard let before = former[change.number], before.staying == change.position - index else { return nil }
            return Change(position: before.position, number: change.number)
        }
        let unmoved = Set(LongestRise(candidates.map(\.position)).indices.map { candidates[$0].number })
        removals.removeAll { unmoved.contains($0.number) }
        insertions.removeAll { unmoved.contains($0.number) }
    }

    private mutating func note(_ number: Int64?) { if let number { updated.insert(number) } }

    /// The first position at which two states differ, and the first in each from which on they are the same again.
    private static func difference(
        _ old: SnapshotRows, _ new: SnapshotRows
    ) -> (start: Int, ends: (old: Int, new: Int)) {
        var start = 0
        let least = min(old.count, new.count)
        while start < least, old.number(at: start) == new.number(at: start) { start += 1 }
        var ends = (old: old.count, new: new.count)
        while ends.old > start, ends.new > start, old.number(at: ends.old - 1) == new.number(at: ends.new - 1) {
            ends.old -= 1
            ends.new -= 1
        }
        return (start, ends)
    }
}
