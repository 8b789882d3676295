/// The place of a line of a list after the list has changed.
enum MovedLine {
    /// The position after a difference of the row that was at `position`; nil if the row left.
    ///
    /// A row that left and came elsewhere has moved.
    static func position<ID: Hashable>(of position: Int, after difference: CollectionDifference<ID>) -> Int? {
        var moved = position
        for case .remove(let offset, let id, let destination) in difference.removals {
            if offset == position {
                return destination
                    ?? difference.insertions.lazy.compactMap { change in
                        guard case .insert(let offset, id, _) = change else { return nil }
                        return offset
                    }.first
            }
            if offset < position { moved -= 1 }
        }
        for case .insert(let offset, _, _) in difference.insertions where offset <= moved { moved += 1 }
        return moved
    }

    /// The position at which the rows stand that followed a row that left.
    static func successor<ID>(of position: Int, after difference: CollectionDifference<ID>) -> Int {
        let before = difference.removals.count { change in
            guard case .remove(let offset, _, _) = change else { return false }
            return offset < position
        }
        var moved = position - before
        for case .insert(let offset, _, _) in difference.insertions where offset < moved { moved += 1 }
        return moved
    }

    /// The line of the row with an identity: near `line` first, since most rows stay near where they were.
    static func line<Row>(of id: Row.ID, near line: Int, in arrangement: Arrangement<Row>) -> Int? {
        func isHere(_ line: Int) -> Bool { arrangement.id(inLine: line) == id }
        guard arrangement.count > 0 else { return nil }
        let start = max(0, min(line, arrangement.count - 1))
        for distance in 0..<max(start + 1, arrangement.count - start) {
            if isHere(start + distance) { return start + distance }
            if isHere(start - distance) { return start - distance }
        }
        return nil
    }
}
