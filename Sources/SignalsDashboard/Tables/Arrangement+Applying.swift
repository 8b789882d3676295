extension Arrangement {
    /// So many changes are applied one by one at most; more are arranged anew with all other rows.
    private static var mostChanges: Int { 1000 }

    /// The arrangement after an update of the list, at the cost of what changed and of a look at each position; nil where
    /// that is not known, so that all rows have to be arranged.
    ///
    /// - Parameter arranging: what this is the arrangement by.
    func applying(_ update: RowUpdate<Row>, _ arranging: Arranging<Row>) -> Arrangement? {
        guard let entries, arranging.sectionName == nil, let difference = update.difference,
            difference.count + update.updated.count <= Self.mostChanges
        else { return nil }
        let shifts = PositionShifts(difference)
        let touched = shifts.insertions.union(update.rows.positions(of: update.updated, besides: difference))
        var left: [Int32] = []
        left.reserveCapacity(entries.count)
        for entry in entries {
            guard let position = shifts.position(of: Int(entry)), !touched.contains(position) else { continue }
            left.append(Int32(position))
        }
        let search = TextSearch(arranging.filter)
        for position in touched.sorted() {
            let row = update.rows[position]
            guard arranging.matches(row, search) else { continue }
            left.insert(Int32(position), at: left.beginning { isBefore($0, row, position, update.rows, arranging) })
        }
        return Arrangement(update.rows, entries: left)
    }

    private func isBefore(
        _ entry: Int32, _ row: Row, _ position: Int, _ rows: RowList<Row>, _ arranging: Arranging<Row>
    ) -> Bool {
        guard let order = arranging.order else { return entry < position }
        let other = rows[Int(entry)]
        if order.isBefore(other, row) { return true }
        return !order.isBefore(row, other) && entry < position
    }
}

extension RowList {
    /// The positions of rows with other values, but for those that a difference has the positions of.
    fileprivate func positions(of ids: Set<Row.ID>, besides difference: CollectionDifference<Row.ID>) -> Set<Int> {
        var ids = ids
        for case .insert(_, let id, _) in difference.insertions { ids.remove(id) }
        var positions: Set<Int> = []
        for position in 0..<count where positions.count < ids.count && ids.contains(id(at: position)) {
            positions.insert(position)
        }
        return positions
    }
}

extension Array {
    /// The number of elements that pass a test, where those that pass it come before the others.
    fileprivate func beginning(_ test: (Element) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if test(self[middle]) { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

/// The positions of a list's rows after a difference.
private struct PositionShifts {
    /// The positions of rows that came.
    let insertions: Set<Int>
    private let removals: [Int]
    /// For each row that came the number of rows before it that were there.
    private let before: [Int]

    init<ID>(_ difference: CollectionDifference<ID>) {
        // Both are in rising order.
        removals = difference.removals.map(\.offset)
        let offsets = difference.insertions.map(\.offset)
        insertions = Set(offsets)
        before = offsets.enumerated().map { $1 - $0 }
    }

    /// The position of a row that was at another; nil if it left.
    func position(of position: Int) -> Int? {
        let gone = removals.beginning { $0 < position }
        if gone < removals.count, removals[gone] == position { return nil }
        let left = position - gone
        return left + before.beginning { $0 <= left }
    }
}

extension CollectionDifference.Change {
    fileprivate var offset: Int {
        switch self {
        case .insert(let offset, _, _), .remove(let offset, _, _): offset
        }
    }
}
