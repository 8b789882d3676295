extension Arrangement {
    /// So many changes are applied one by one at most; more are arranged anew with all other rows.
    private static var mostChanges: Int { 1000 }

    /// The arrangement after an update of the list, at the cost of what changed and of a look at each position; nil where
    /// that is not known, so that all rows have to be arranged.
    ///
    /// - Parameter arranging: what this is the arrangement by.
    func applying(_ update: RowUpdate<Row>, _ arranging: Arranging<Row>) -> Arrangement? {
        guard !isPlain, let difference = update.difference,
            difference.count + update.updated.count <= Self.mostChanges
        else { return nil }
        let moves = PositionMoves(difference, update)
        let search = TextSearch(arranging.filter)
        let joining = moves.touched.sorted().map { (position: Int32($0), row: update.rows[$0]) }
            .filter { arranging.matches($0.row, search) }
        let order = PositionOrder(update.rows, arranging.order)
        guard let sectionName = arranging.sectionName else {
            var left = moves.apply(to: positions ?? [])
            for (position, row) in joining { order.insert(position, row, into: &left) }
            return Arrangement(update.rows, positions: left)
        }
        return Arrangement(
            update.rows,
            sections: sections(joining, moves, order, sectionName, closed: arranging.closedSections))
    }

    /// The sections after the rows that were touched have left them and have joined those that they belong to now.
    private func sections(
        _ joining: [(position: Int32, row: Row)], _ moves: PositionMoves, _ order: PositionOrder<Row>,
        _ name: (Row) -> String, closed: Set<String>
    ) -> [Section] {
        var kept: [Section] = []
        // Those whose first row may be another, so that they may stand elsewhere.
        var changed: [String: Section] = [:]
        let joined = Dictionary(grouping: joining) { name($0.row) }
        for section in sections {
            var section = section
            let firstBefore = section.positions.first.flatMap(moves.position)
            section.positions = moves.apply(to: section.positions)
            if joined[section.name] == nil, section.positions.first == firstBefore, firstBefore != nil {
                kept.append(section)
            } else {
                changed[section.name] = section
            }
        }
        for (name, rows) in joined {
            var section = changed[name] ?? Section(name: name, positions: [], isClosed: closed.contains(name))
            for (position, row) in rows { order.insert(position, row, into: &section.positions) }
            changed[name] = section
        }
        for section in changed.values {
            guard let first = section.positions.first else { continue }
            kept.insert(section, at: order.place(of: first, in: kept) { $0.positions[0] })
        }
        return kept
    }
}

/// The order of positions by their rows, and of equal rows by the positions themselves.
private struct PositionOrder<Row: Identifiable & Sendable> where Row.ID: Sendable {
    private let rows: RowList<Row>
    private let order: RowSorting<Row>?

    init(_ rows: RowList<Row>, _ order: RowSorting<Row>?) {
        self.rows = rows
        self.order = order
    }

    func insert(_ position: Int32, _ row: Row, into positions: inout [Int32]) {
        positions.insert(position, at: place(of: position, row, in: positions) { $0 })
    }

    /// The place that a position has in a list whose elements have positions in this order.
    ///
    /// - Parameter row: the row at the position, if it was read.
    func place<Element>(
        of position: Int32, _ row: Row? = nil, in list: [Element], _ positionOf: (Element) -> Int32
    ) -> Int {
        guard let order else { return list.beginning { positionOf($0) < position } }
        let row = row ?? rows[Int(position)]
        return list.beginning { element in
            let other = rows[Int(positionOf(element))]
            if order.isBefore(other, row) { return true }
            return !order.isBefore(row, other) && positionOf(element) < position
        }
    }
}

/// The positions of a list's rows after an update.
private struct PositionMoves {
    /// The positions of rows that came or have other values, after the update.
    let touched: Set<Int>
    private let removals: [Int]
    /// For each row that came the number of rows before it that were there.
    private let before: [Int]

    init<Row>(_ difference: CollectionDifference<Row.ID>, _ update: RowUpdate<Row>) {
        // Both are in rising order.
        removals = difference.removals.map(\.offset)
        let offsets = difference.insertions.map(\.offset)
        before = offsets.enumerated().map { $1 - $0 }
        touched = Set(offsets).union(update.rows.positions(of: update.updated, besides: difference))
    }

    /// The position of a row that was at another; nil if it left or was touched.
    func position(of position: Int32) -> Int32? {
        let position = Int(position)
        let gone = removals.beginning { $0 < position }
        if gone < removals.count, removals[gone] == position { return nil }
        let left = position - gone
        let moved = left + before.beginning { $0 <= left }
        return touched.contains(moved) ? nil : Int32(moved)
    }

    /// The positions of the rows that were at some and were not touched.
    func apply(to positions: [Int32]) -> [Int32] {
        var left: [Int32] = []
        left.reserveCapacity(positions.count)
        for position in positions { if let moved = self.position(of: position) { left.append(moved) } }
        return left
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

extension CollectionDifference.Change {
    fileprivate var offset: Int {
        switch self {
        case .insert(let offset, _, _), .remove(let offset, _, _): offset
        }
    }
}
