/// The positions of rows, found by their identities. It takes about eight bytes a row and keeps no identity.
struct RowIndex<Row: Identifiable & Sendable>: Sendable where Row.ID: Sendable {
    private static var free: Int32 { -1 }
    private static var left: Int32 { -2 }

    /// A table with open addressing: positions by the hash values of their rows' identities.
    private var slots: [Int32]
    /// The slots that are not free, those of rows that left among them.
    private var used = 0

    /// The index of a list.
    init(_ rows: RowList<Row>) {
        var size = 16
        while size * 3 < rows.count * 4 + 64 { size *= 2 }
        slots = Array(repeating: Self.free, count: size)
        for position in 0..<rows.count { insert(position, rows) }
    }

    /// Returns the position of a row in the list that this is the index of.
    func position(of id: Row.ID, in rows: RowList<Row>) -> Int? {
        let slot = slot(of: id) { $0 >= 0 && rows.id(at: Int($0)) == id }
        return slots[slot] >= 0 ? Int(slots[slot]) : nil
    }

    /// Follows the rows of a list to where they are in a later state of it.
    mutating func apply(_ moves: PositionMoves, from before: RowList<Row>, to after: RowList<Row>) {
        guard !moves.isEmpty else { return }
        guard moves.count <= 64, (used + moves.insertions.count) * 4 <= slots.count * 3 else {
            self = RowIndex(after)
            return
        }
        for position in moves.removals {
            let slot = slot(of: before.id(at: position)) { $0 == Int32(position) }
            if slots[slot] >= 0 { slots[slot] = Self.left }
        }
        slots.shift(moves.shifts)
        for position in moves.insertions { insert(position, after) }
    }

    private mutating func insert(_ position: Int, _ rows: RowList<Row>) {
        let slot = slot(of: rows.id(at: position)) { _ in false }
        slots[slot] = Int32(position)
        used += 1
    }

    /// Returns the first slot for an identity whose position passes a test, or else that is free.
    private func slot(of id: Row.ID, _ test: (Int32) -> Bool) -> Int {
        let mask = slots.count - 1
        var slot = id.hashValue & mask
        while slots[slot] != Self.free, !test(slots[slot]) { slot = (slot + 1) & mask }
        return slot
    }
}
