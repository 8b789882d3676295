/// The mapping of the positions of a list's rows to those in a later state: the removed rows and the inserted rows. A
/// row that moved is both.
struct PositionMoves: Sendable, Equatable {
    /// Positions before, in rising order.
    private(set) var removals: [Int] = []
    /// Positions after, in rising order.
    private(set) var insertions: [Int] = []

    /// No moves.
    init() {}

    /// The moves of a difference; nil if it is not from a list of `before` rows to one of `after`.
    init?<ID>(_ difference: CollectionDifference<ID>, before: Int, after: Int) {
        removals = difference.removals.map(\.offset)
        insertions = difference.insertions.map(\.offset)
        guard removals.last ?? -1 < before, insertions.last ?? -1 < after,
            before - removals.count + insertions.count == after
        else { return nil }
    }

    /// The moves between two lists, of which one has other rows in one place than the other; nil if those are more than
    /// `most`.
    init?<Row>(from before: RowList<Row>, to after: RowList<Row>, most: Int) {
        let common = min(before.count, after.count)
        guard max(before.count, after.count) - common <= most else { return nil }
        var start = 0
        while start < common, before.id(at: start) == after.id(at: start) { start += 1 }
        var end = 0
        while end < common - start, before.id(at: before.count - 1 - end) == after.id(at: after.count - 1 - end) {
            end += 1
        }
        guard before.count + after.count - 2 * (start + end) <= most else { return nil }
        removals = Array(start..<before.count - end)
        insertions = Array(start..<after.count - end)
    }

    var count: Int { removals.count + insertions.count }
    var isEmpty: Bool { removals.isEmpty && insertions.isEmpty }

    /// Returns the position after of a row that was at one before; nil if it left.
    func position(of before: Int) -> Int? {
        let gone = removals.beginning { $0 < before }
        if gone < removals.count, removals[gone] == before { return nil }
        let left = before - gone
        return left + insertions.steps { $0 <= left }
    }

    /// Returns the position before of a row that is at one after; nil if it came.
    func formerPosition(of after: Int) -> Int? {
        let came = insertions.beginning { $0 < after }
        if came < insertions.count, insertions[came] == after { return nil }
        let left = after - came
        return left + removals.steps { $0 <= left }
    }

    /// Returns the position after of the rows that followed the one at a position before, which may have left.
    func successor(of before: Int) -> Int {
        let left = before - removals.beginning { $0 < before }
        return left + insertions.steps { $0 < left }
    }

    /// Returns these moves and later ones as one.
    func followed(by next: PositionMoves) -> PositionMoves {
        if isEmpty { return next }
        if next.isEmpty { return self }
        var joined = PositionMoves()
        joined.removals = (removals + next.removals.compactMap(formerPosition)).sorted()
        joined.insertions = (insertions.compactMap(next.position) + next.insertions).sorted()
        return joined
    }

    /// Where positions before are shifted: each at one of these places or after it by one more, up or down.
    var shifts: [(from: Int32, by: Int32)] {
        let down = removals.map { (from: Int32($0), by: Int32(-1)) }
        let up = insertions.enumerated().map { number, place in
            let left = place - number
            return (from: Int32(left + removals.steps { $0 <= left }), by: Int32(1))
        }
        return down + up
    }
}

extension [Int] {
    /// Returns the number of elements that pass a test when as much is taken from each as come before it.
    fileprivate func steps(_ test: (Int) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if test(self[middle] - middle) { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

extension CollectionDifference.Change {
    fileprivate var offset: Int {
        switch self {
        case .insert(let offset, _, _), .remove(let offset, _, _): offset
        }
    }
}
