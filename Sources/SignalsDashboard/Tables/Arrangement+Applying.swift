extension Arrangement {
    /// Returns the arrangement after changes of the list, at the cost of what changed; and, where rows left or came, of
    /// shifting the positions after them.
    ///
    /// - Parameters:
    ///   - moves: the rows that left and came.
    ///   - updated: the positions after of rows with other values.
    ///   - next: the list after.
    ///   - arranging: the rules of this arrangement.
    func applying(
        _ moves: PositionMoves, updated: [Int], to next: RowList<Row>, _ arranging: Arranging<Row>
    ) -> Arrangement {
        guard !isPlain else { return Arrangement(next) }
        let left = moves.removals + updated.compactMap(moves.formerPosition)
        let search = TextSearch(arranging.filter)
        let joining = Set(moves.insertions).union(updated).sorted()
            .map { (position: Int32($0), row: next[$0]) }.filter { arranging.matches($0.row, search) }
        let order = PositionOrder(next, arranging.order)
        guard let sectionName = arranging.sectionName else {
            var lists = [positions ?? PositionList()]
            take(left, outOf: &lists, arranging) { _ in 0 }
            lists[0].shift(moves)
            for (position, row) in joining { order.insert(position, row, into: &lists[0]) }
            return Arrangement(next, positions: lists[0])
        }
        let numbers = Dictionary(
            zip(sections.map(\.name), sections.indices), uniquingKeysWith: { first, _ in first })
        var lists = sections.map(\.positions)
        take(left, outOf: &lists, arranging) { numbers[sectionName($0)] }
        for number in lists.indices { lists[number].shift(moves) }
        let joined = Dictionary(grouping: joining) { sectionName($0.row) }
        return Arrangement(
            next, sections: sections(lists, joined, moves, order, closed: arranging.closedSections))
    }

    /// Takes positions of the list before out of lists of them, some of which may be in none.
    ///
    /// - Parameter number: the number of the list that a row belonged to.
    private func take(
        _ left: [Int], outOf lists: inout [PositionList], _ arranging: Arranging<Row>, _ number: (Row) -> Int?
    ) {
        let order = PositionOrder(rows, arranging.order)
        var missing: [Int32] = []
        for position in left.lazy.map({ Int32($0) }) {
            if arranging.order == nil, lists.count <= 64 {
                // In each of them positions rise.
                for list in lists.indices
                where lists[list].remove(position, at: lists[list].beginning { $0 < position }) {
                    break
                }
            } else if rows.hasFind {
                // Its rows cost more to read than all positions to look at.
                missing.append(position)
            } else {
                let row = rows[Int(position)]
                let list = number(row)
                let place = list.map { order.place(of: position, row, in: lists[$0]) { $0 } }
                if let list, let place, lists[list].remove(position, at: place) { continue }
                missing.append(position)
            }
        }
        guard !missing.isEmpty else { return }
        let set = PositionSet(missing, below: rows.count)
        for list in lists.indices { lists[list] = lists[list].filtered(set, isIn: false) }
    }

    /// Returns the sections after the rows that were touched have left them and have joined those that they belong to
    /// now.
    private func sections(
        _ lists: [PositionList], _ joined: [String: [(position: Int32, row: Row)]], _ moves: PositionMoves,
        _ order: PositionOrder<Row>, closed: Set<String>
    ) -> [Section] {
        var kept: [Section] = []
        // The sections whose first row may have changed, so that they may have to move.
        var changed: [String: Section] = [:]
        for (section, positions) in zip(sections, lists) {
            var section = section
            let firstBefore = section.positions.first.flatMap { moves.position(of: Int($0)) }
            section.positions = positions
            if joined[section.name] == nil, let firstBefore, section.positions.first == Int32(firstBefore) {
                kept.append(section)
            } else {
                changed[section.name] = section
            }
        }
        for (name, rows) in joined {
            var section =
                changed[name] ?? Section(name: name, positions: PositionList(), isClosed: closed.contains(name))
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

extension PositionList {
    /// Removes a position if it stands at a place.
    fileprivate mutating func remove(_ position: Int32, at place: Int) -> Bool {
        guard place < count, self[place] == position else { return false }
        remove(at: place)
        return true
    }
}
